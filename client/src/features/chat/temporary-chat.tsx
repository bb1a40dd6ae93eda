import { t } from "@lingui/core/macro";
import { MessageCircleDashed, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { useNewChat, useTemporaryChat } from "@/domain/pets/use-open-pet.ts";

const WHAT_IT_DOES = t`Nothing is remembered, and all of it is gone when you close it, or an hour after its last word.`;

/** In an empty chat: another one that keeps nothing. */
export function TemporaryOffer({ agentId }: { agentId: string }) {
  const descriptionId = useId();
  const begin = useTemporaryChat();
  return (
    <div className="flex w-full flex-col items-center gap-1.5">
      <Button
        variant="ghost"
        size="sm"
        className="min-h-11"
        busy={begin.isPending}
        aria-describedby={descriptionId}
        onClick={() => begin.mutate(agentId)}
      >
        {!begin.isPending && <MessageCircleDashed aria-hidden="true" />}
        <span>{t`Temporary chat`}</span>
      </Button>
      <p id={descriptionId} className="max-w-xs text-balance text-ink-muted text-sm">
        {WHAT_IT_DOES}
      </p>
    </div>
  );
}

/** The chat that takes the place of this one; what is lost by that is asked about before. */
export function useNextChat(agentId: string, isLost: boolean) {
  const newChat = useNewChat();
  const [isAsking, setAsking] = useState(false);
  const open = () => newChat.mutate(agentId, { onSettled: () => setAsking(false) });
  return { open, start: () => (isLost ? setAsking(true) : open()), isOpening: newChat.isPending, isAsking, setAsking };
}

/** Stands above the messages as long as the chat is there. */
export function TemporaryBar({ next }: { next: ReturnType<typeof useNextChat> }) {
  return (
    <section
      aria-label={t`Temporary chat`}
      className="flex items-center gap-3 border-line border-b border-dashed bg-surface-sunken px-3 py-1.5 sm:px-5"
    >
      <MessageCircleDashed aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
      <p className="min-w-0 flex-1 text-ink-muted text-sm">
        <b className="text-ink">{t`Temporary chat. `}</b>
        <span className="max-sm:hidden">{WHAT_IT_DOES}</span>
        <span className="sm:hidden">{t`Nothing of it is kept.`}</span>
      </p>
      <Button variant="outline" size="sm" className="min-h-11" onClick={next.start}>
        <X aria-hidden="true" />
        <span>{t`Close`}</span>
      </Button>
      <ConfirmDialog
        open={next.isAsking}
        onOpenChange={next.setAsking}
        title={t`Close the temporary chat?`}
        description={t`What was said in it is gone for good, with its recordings. A new chat is opened.`}
        confirmLabel={t`Close`}
        busy={next.isOpening}
        onConfirm={next.open}
      />
    </section>
  );
}
