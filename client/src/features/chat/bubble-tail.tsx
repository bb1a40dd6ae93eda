import { cn } from "@/lib/cn.ts";

/** The tail by which a bubble points at its speaker, in the current text color. */
export function BubbleTail({ side, className }: { side: "left" | "right"; className: string }) {
  const place = side === "left" ? "top-1.5 -left-1.5" : "-right-1.5 bottom-1.5 rotate-180";
  return (
    <svg aria-hidden="true" viewBox="0 0 16 20" className={cn("absolute h-5 w-4", place, className)}>
      {/* Begins at the bubble's round corner and meets its straight edge 6 units further in, without a notch. */}
      <path d="M16 0 C 11 2.5 5 3.5 0 2.5 C 3 6 6 11 6 19 L 16 20 Z" fill="currentColor" />
    </svg>
  );
}
