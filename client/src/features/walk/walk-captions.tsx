import { t } from "@lingui/core/macro";
import type { Agent } from "#shared/api/agents.ts";
import { useOverflowing } from "@/components/ui/dialog-panels.tsx";
import { LightText } from "@/domain/chats/light-text.tsx";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";

type WalkCaptionsProps = {
  agent: Agent;
  said: string;
  /** More words may follow. */
  isPartial: boolean;
  reply: string;
};

/** The question and the reply of this round. Not a live region, for it changes with every word. */
export function WalkCaptions({ agent, said, isPartial, reply }: WalkCaptionsProps) {
  const [measured, isOverflowing] = useOverflowing<HTMLElement>();
  if (said === "" && reply === "") return null;
  return (
    <section
      ref={measured}
      aria-label={t`What was said`}
      {...(isOverflowing ? { tabIndex: 0 } : {})}
      className={cn(
        // In reverse it stays at its end, whatever grows or shrinks, until somebody scrolls.
        "flex min-h-0 w-full max-w-2xl touch-pan-y flex-col-reverse overflow-y-auto overscroll-contain",
        "text-xl leading-snug sm:text-2xl",
        // Fades out at the top over more than a line, so that none is seen cut in half.
        isOverflowing && "[mask-image:linear-gradient(transparent_0.6em,black_1.8em)]",
      )}
    >
      <div lang={agent.language} className={cn("flex flex-col gap-3", isOverflowing && "pt-[1.8em]")}>
        {said !== "" && (
          <Line who={t`You`} tone="text-secondary">
            <span>{said}</span>
            {isPartial && (
              <span aria-hidden="true" className="animate-breathe text-ink-muted">
                {" ..."}
              </span>
            )}
          </Line>
        )}
        {reply !== "" && (
          <Line who={agent.name} tone="text-primary">
            <LightText text={reply} />
          </Line>
        )}
      </div>
    </section>
  );
}

function Line({ who, tone, children }: { who: string; tone: string; children: Elements }) {
  return (
    <p className="whitespace-pre-line">
      <span className={`me-2 font-bold ${tone}`}>{who}</span>
      {children}
    </p>
  );
}
