import * as ProgressPrimitive from "@radix-ui/react-progress";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

type ProgressProps = Omit<ComponentProps<typeof ProgressPrimitive.Root>, "children"> & {
  /** Percent, 0 to 100; null while it is not known. */
  value: number | null;
  /** What is under way, for a screen reader. */
  "aria-label": string;
};

export function Progress({ value, className, ...props }: ProgressProps) {
  const done = value === null ? 40 : Math.min(100, Math.max(0, value));
  return (
    <ProgressPrimitive.Root
      value={value === null ? null : done}
      className={cn("h-2.5 w-full overflow-hidden rounded-full bg-secondary-soft", className)}
      {...props}
    >
      <ProgressPrimitive.Indicator
        className={cn(
          "h-full rounded-full bg-secondary transition-[width] duration-200",
          value === null && "animate-breathe",
        )}
        style={{ width: `${done}%` }}
      />
    </ProgressPrimitive.Root>
  );
}
