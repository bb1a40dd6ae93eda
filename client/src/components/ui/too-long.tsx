import { CircleAlert } from "lucide-react";
import { cn } from "@/lib/cn.ts";

/**
 * The sentence for a text that is longer than it may be; undefined for any other. Nothing is cut: what was pasted stays, and
 * is sent or saved once it is short enough.
 */
export function tooLong(text: string, limit: number): string | undefined {
  const over = text.trim().length - limit;
  if (over <= 0) return undefined;
  const most = limit.toLocaleString("en-US");
  return `${over.toLocaleString("en-US")} ${over === 1 ? "character" : "characters"} too many: at most ${most} fit.`;
}

type TooLongNoteProps = { text: string; limit: number; className?: string };

/** Says so for a field outside of a `Field`, which shows `tooLong` as its error. */
export function TooLongNote({ text, limit, className }: TooLongNoteProps) {
  const said = tooLong(text, limit);
  // Always mounted, because screen readers announce only changes in an element that was there before.
  return (
    <div role="status" className={cn(said !== undefined && className)}>
      {said !== undefined && (
        <p className="flex items-start gap-1.5 font-semibold text-danger text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{said}</span>
        </p>
      )}
    </div>
  );
}
