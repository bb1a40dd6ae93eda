import type { Choice } from "#shared/api/chat.ts";
import { cn } from "@/lib/cn.ts";

/** What a reply asked the person to choose between, as a quiet line under it. */
export function OfferedChoices({
  choices,
  className,
}: {
  choices: readonly Choice[] | null | undefined;
  className?: string;
}) {
  if (!choices || choices.length === 0) return null;
  return (
    <p className={cn("wrap-anywhere text-ink-muted text-sm", className)}>
      <span>{"Offered: "}</span>
      {choices.map(({ label }, index) => (
        <span key={label}>
          {index > 0 && <span>{" · "}</span>}
          <bdi>{label}</bdi>
        </span>
      ))}
    </p>
  );
}
