import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

const badgeStyle = cva(
  "inline-flex w-fit max-w-full items-center gap-1.5 min-[20rem]:whitespace-nowrap rounded-full px-2.5 py-0.5 font-bold text-sm [&_svg:not([class*='size-'])]:size-3.5",
  {
    variants: {
      tone: {
        neutral: "bg-surface-sunken text-ink-muted",
        primary: "bg-primary-soft text-primary",
        secondary: "bg-secondary-soft text-secondary",
        success: "bg-success-soft text-success",
        warning: "bg-warning-soft text-warning",
        danger: "bg-danger-soft text-danger",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export function Badge({ tone, className, ...props }: ComponentProps<"span"> & VariantProps<typeof badgeStyle>) {
  return <span className={cn(badgeStyle({ tone }), className)} {...props} />;
}
