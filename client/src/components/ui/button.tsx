import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";
import { Spinner } from "./spinner.tsx";

export const buttonStyle = cva(
  [
    "inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-full border border-transparent text-center font-bold",
    "transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px",
    "disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55",
    "[&_svg:not([class*='size-'])]:size-[1.15em] [&_svg]:shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
  ],
  {
    variants: {
      variant: {
        primary: "bg-primary text-on-primary hover:bg-primary-hover",
        secondary: "bg-secondary text-on-secondary hover:bg-secondary-hover",
        outline: "border-line-strong bg-surface-raised text-ink hover:bg-surface-sunken",
        ghost: "text-ink hover:bg-surface-sunken aria-expanded:bg-surface-sunken",
        danger: "bg-danger text-on-danger hover:bg-danger-hover",
      },
      size: {
        sm: "min-h-9 px-3.5 py-1.5 text-sm",
        md: "min-h-11 px-5 py-2 text-base",
        lg: "min-h-13 px-7 py-3 text-lg",
        icon: "size-11 p-0 text-xl",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonStyle> & {
    /** Shows a spinner and ignores clicks; the caller changes the label ('Signing in...'). */
    busy?: boolean;
    /** Renders the one child, for example a link, with the look of a button. */
    asChild?: boolean;
  };

export function Button({ variant, size, busy = false, asChild = false, className, children, ...props }: ButtonProps) {
  const look = cn(buttonStyle({ variant, size }), className);
  if (asChild) {
    return (
      <Slot className={look} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button type="button" {...props} className={look} disabled={props.disabled || busy} aria-busy={busy || undefined}>
      {busy && <Spinner className="size-[1.15em]" />}
      {busy && size === "icon" ? null : children}
    </button>
  );
}
