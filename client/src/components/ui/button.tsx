import { type ComponentProps, cloneElement, isValidElement } from "react";
import { cn } from "@/lib/cn.ts";
import { Spinner } from "./loading.tsx";

const look = [
  "inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-full border border-transparent text-center font-bold",
  "transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px",
  "disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55",
  "[&_svg:not([class*='size-'])]:size-[1.15em] [&_svg]:shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
].join(" ");

const variants = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "bg-secondary text-on-secondary hover:bg-secondary-hover",
  outline: "border-line-strong bg-surface-raised text-ink hover:bg-surface-sunken",
  ghost: "text-ink hover:bg-surface-sunken aria-expanded:bg-surface-sunken",
  danger: "bg-danger text-on-danger hover:bg-danger-hover",
};

const sizes = {
  sm: "min-h-9 px-3.5 py-1.5 text-sm",
  md: "min-h-11 px-5 py-2 text-base",
  lg: "min-h-13 px-7 py-3 text-lg",
  icon: "size-11 p-0 text-xl",
};

type ButtonProps = ComponentProps<"button"> & {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  /** Shows a spinner and ignores clicks; the caller changes the label. */
  busy?: boolean;
  /** Renders the one child, for example a link, with the look of a button. */
  asChild?: boolean;
};

export function Button({
  variant = "primary",
  size = "md",
  busy = false,
  asChild = false,
  className,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(look, variants[variant], sizes[size], className);
  if (asChild && isValidElement<ButtonProps>(children)) return cloneElement(children, { ...props, className: classes });
  return (
    <button
      type="button"
      {...props}
      className={classes}
      disabled={props.disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner className="size-[1.15em]" />}
      {busy && size === "icon" ? null : <span className="contents">{children}</span>}
    </button>
  );
}
