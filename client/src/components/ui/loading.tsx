import { t } from "@lingui/core/macro";
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
      className={cn("base:size-5 shrink-0 animate-spin", className)}
      {...props}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** The list around it says aria-busy. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden="true"
      className={cn("base:h-4 animate-breathe base:rounded-control bg-line", className)}
      {...props}
    />
  );
}

export function PageLoading() {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-4" role="status">
      <Spinner className="size-8 text-primary" />
      <p className="text-ink-muted">{t`Loading...`}</p>
    </div>
  );
}
