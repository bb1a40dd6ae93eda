import { ChevronDown } from "lucide-react";
import type { Ref } from "react";
import { cn } from "@/lib/cn.ts";
import { controlStyle } from "./input.tsx";

export type SelectProps = {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  disabled?: boolean;
  "aria-label"?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};

export const selectButtonStyle = cn(
  controlStyle,
  "flex h-11 items-center justify-between gap-2 pe-3 text-start data-placeholder:text-ink-muted [&>span]:truncate",
);

export const SelectMark = () => <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-ink-muted" />;
