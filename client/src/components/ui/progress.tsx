import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

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
      className={cn("base:h-2.5 base:w-full overflow-hidden rounded-full bg-secondary-soft", className)}
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
