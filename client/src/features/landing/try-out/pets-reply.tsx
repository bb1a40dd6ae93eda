import { t } from "@lingui/core/macro";
import { Square, Volume2 } from "lucide-react";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { stopClip, useClip } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { HelpFirst } from "@/domain/chats/help-first.tsx";
import { LightText } from "@/domain/chats/light-text.tsx";
import { endingOf, LOADING } from "@/domain/chats/replies.ts";
import { i18n } from "@/lib/i18n.tsx";
import type { DemoPet } from "@/lib/product.ts";
import { clipKey, type Exchange } from "./talk.ts";

export type PetsReplyProps = { exchange: Exchange; pet: DemoPet; onReplay: () => void };

export function PetsReply({ exchange, pet, onReplay }: PetsReplyProps) {
  const { reply, help, sources, state, clips, ending, isLoading } = exchange;
  const own = help === null ? reply : reply.slice(help.length).trim();
  return (
    <div className="flex max-w-[92%] items-end gap-3 self-start" aria-busy={state === "asking"}>
      <DemoAvatar pet={pet} />
      <div lang={pet.language} className="flex min-w-0 flex-col items-start gap-1.5">
        {help !== null && <HelpFirst>{help}</HelpFirst>}
        {(help === null || own !== "") && (
          <p
            dir="auto"
            className="wrap-anywhere whitespace-pre-wrap rounded-bubble rounded-es-md border border-line bg-surface-raised px-5 py-3 text-start shadow-card"
          >
            {own === "" ? "…" : <LightText text={own} />}
          </p>
        )}
        <p role="status" lang={i18n.locale} className="px-3 text-ink-muted text-sm empty:hidden">
          {isLoading && own === "" && state === "asking" ? LOADING : null}
        </p>
        {sources.slice(0, 2).map((source) => (
          <span key={source} className="rounded-full bg-primary-soft px-3 py-1 font-semibold text-primary text-sm">
            {t`Diary: ${source}`}
          </span>
        ))}
        {ending !== undefined && (
          <p lang={i18n.locale} className="px-3 text-ink-muted text-sm">
            {endingOf({ status: ending })}
          </p>
        )}
        {clips.length > 0 && <Voice id={exchange.id} onReplay={onReplay} />}
      </div>
    </div>
  );
}

function Voice({ id, onReplay }: { id: number; onReplay: () => void }) {
  const isHeard = ["loading", "playing"].includes(useClip(clipKey(id)));
  return isHeard ? (
    <Button variant="ghost" size="sm" onClick={stopClip}>
      <Square aria-hidden="true" />
      <span>{t`Stop Audio`}</span>
    </Button>
  ) : (
    <Button variant="ghost" size="sm" onClick={onReplay}>
      <Volume2 aria-hidden="true" />
      <span>{t`Play Audio`}</span>
    </Button>
  );
}

export function DemoAvatar({ pet }: { pet: DemoPet }) {
  return <PetAvatar src={pet.picture} species={pet.species} />;
}
