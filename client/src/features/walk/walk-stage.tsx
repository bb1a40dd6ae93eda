import type { RefObject } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { useLevel } from "@/components/audio/level-meter.ts";
import { cn } from "@/lib/cn.ts";
import type { Walk } from "./walk-state.ts";
import { announcementFor, wordsFor } from "./walk-words.ts";

const rings: Record<Walk["phase"]["at"], string> = {
  ready: "border-line",
  opening: "animate-breathe border-secondary",
  listening: "border-secondary",
  understanding: "animate-breathe border-primary",
  thinking: "animate-breathe border-primary",
  speaking: "border-primary",
  yielding: "border-secondary",
  paused: "border-line-strong border-dashed",
  trouble: "border-warning",
};

type WalkStageProps = {
  agent: Agent;
  walk: Walk;
  /** The element whose CSS variable `--heard` (0..1) is set to the loudness of the owner's voice. */
  meter: RefObject<HTMLDivElement | null>;
  isSmall: boolean;
};

/** A large picture of the pet, and its state in words that can be read at arm's length. */
export function WalkStage({ agent, walk, meter, isSmall }: WalkStageProps) {
  const { title, hint } = wordsFor(walk, agent.name);
  const { at } = walk.phase;
  return (
    <div className="flex flex-col items-center gap-5 text-center">
      <div ref={meter} className="relative flex shrink-0 p-4">
        <span
          aria-hidden="true"
          className={cn(
            "absolute inset-4 rounded-full bg-secondary-soft transition-transform duration-100",
            at !== "listening" && at !== "yielding" && "opacity-0",
          )}
          style={{ transform: "scale(calc(1.08 + var(--heard, 0) * 0.2))" }}
        />
        <span aria-hidden="true" className={cn("absolute inset-1 rounded-full border-4", rings[at])} />
        <LitAvatar agent={agent} size={isSmall ? "xl" : "stage"} isDim={at === "paused"} />
      </div>
      <div className="flex flex-col gap-1.5">
        <p role="status" className="sr-only">
          {announcementFor(walk, agent.name)}
        </p>
        <h2 className={isSmall ? "text-3xl" : "text-4xl sm:text-5xl"}>{title}</h2>
        {hint !== "" && (
          <p
            role={at === "trouble" ? "alert" : undefined}
            className="mx-auto max-w-md text-balance text-ink-muted text-lg"
          >
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** A component of its own, because it renders with each change of the level, many times a second. */
function LitAvatar({ agent, size, isDim }: { agent: Agent; size: "xl" | "stage"; isDim: boolean }) {
  return (
    <PetAvatar
      src={agent.avatarUrl}
      species={agent.species}
      size={size}
      level={useLevel()}
      className={cn("transition-opacity", isDim && "opacity-60")}
    />
  );
}
