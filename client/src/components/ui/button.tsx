import { type ComponentProps, cloneElement, isValidElement } from "react";
import { cn } from "@/lib/cn.ts";
import { Spinner } from "./loading.tsx";

const look = [
  "inline-flex max-w-full base:shrink-0 select-none items-center base:justify-center base:gap-2 base:rounded-full base:border base:text-center base:font-bold",
  "transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px",
  "disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none base:aria-disabled:opacity-55",
  "[&_svg:not([class*='size-'])]:size-[1.15em] [&_svg]:shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
].join(" ");

const variants = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border-transparent bg-secondary text-on-secondary hover:bg-secondary-hover",
  outline: "base:border-line-strong bg-surface-raised base:text-ink hover:bg-surface-sunken",
  ghost: "border-transparent base:text-ink hover:bg-surface-sunken aria-expanded:bg-surface-sunken",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-hover",
};

const sizes = {
  sm: "base:min-h-9 base:px-3.5 base:py-1.5 base:text-sm",
  md: "base:min-h-11 base:px-5 base:py-2 base:text-base",
  lg: "base:min-h-13 base:px-7 py-3 text-lg",
  icon: "base:size-11 p-0 text-xl",
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
