import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

type SpinnerProps = Omit<ComponentProps<"svg">, "children"> & {
  /** For screen readers; leave it out where the text beside it says the same. */
  label?: string;
};

export function Spinner({ label, className, ...props }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      role={label === undefined ? "presentation" : "img"}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
      className={cn("size-5 shrink-0 animate-spin", className)}
      {...props}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** The list around it says aria-busy. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden="true" className={cn("h-4 animate-breathe rounded-control bg-line", className)} {...props} />;
}

type ProgressProps = Omit<ComponentProps<"div">, "children"> & {
  /** Percent, 0 to 100; null while it is not known. */
  value: number | null;
  "aria-label": string;
};

export function Progress({ value, className, ...props }: ProgressProps) {
  const done = value === null ? 40 : Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { "aria-valuenow": done, "aria-valuetext": `${Math.round(done)}%` })}
      className={cn("h-2.5 w-full overflow-hidden rounded-full bg-secondary-soft", className)}
      {...props}
    >
      <div
        className={cn(
          "h-full rounded-full bg-secondary transition-[width] duration-200",
          value === null && "animate-breathe",
        )}
        style={{ width: `${done}%` }}
      />
    </div>
  );
}

export function PageLoading() {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-4" role="status">
      <Spinner className="size-8 text-primary" />
      <p className="text-ink-muted">Loading...</p>
    </div>
  );
}
