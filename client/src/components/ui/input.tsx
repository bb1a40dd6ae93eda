import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";
import { useFieldControl } from "./field.tsx";

/** 16 px, because an iPhone zooms in when a control with smaller text gets the focus. */
export const controlStyle = [
  "base:w-full min-w-0 base:rounded-control border border-line-strong bg-surface-raised base:px-3.5 base:text-base text-ink",
  "transition-[border-color,background-color] duration-150 placeholder:text-ink-muted hover:border-ink-muted",
  "aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-surface-sunken disabled:text-ink-muted",
  "[&[readonly]]:bg-surface-sunken focus-visible:outline-offset-0",
].join(" ");

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} {...props} {...useFieldControl(props)} className={cn(controlStyle, "h-11", className)} />;
}
