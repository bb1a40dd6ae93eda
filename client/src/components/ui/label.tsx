import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

export function Label({ className, ...props }: ComponentProps<"label">) {
  // biome-ignore lint/a11y/noLabelWithoutControl: whoever uses it names its control
  return <label className={cn("font-bold text-ink text-sm leading-snug", className)} {...props} />;
}
