import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

const look =
  "inline-flex w-fit max-w-full items-center gap-1.5 min-[20rem]:whitespace-nowrap rounded-full px-2.5 base:py-0.5 font-bold text-sm [&_svg:not([class*='size-'])]:size-3.5";

const tones = {
  neutral: "bg-surface-sunken text-ink-muted",
  primary: "bg-primary-soft text-primary",
  secondary: "bg-secondary-soft text-secondary",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

type BadgeProps = ComponentProps<"span"> & { tone?: keyof typeof tones | undefined };

export function Badge({ tone = "neutral", className, ...props }: BadgeProps) {
  return <span className={cn(look, tones[tone], className)} {...props} />;
}
