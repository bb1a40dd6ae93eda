import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

/** A shape where content will be. The list around it says aria-busy; the shape itself says nothing. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden="true" className={cn("h-4 animate-breathe rounded-control bg-line", className)} {...props} />;
}
