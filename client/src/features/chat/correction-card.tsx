import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookHeart } from "lucide-react";
import { useId, useState } from "react";
import { declineCorrection, type Message, type OfferedCorrection } from "#shared/api/chat.ts";
import { messagesKey } from "@/domain/chats/messages.ts";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";
import { AnswerEditor } from "./answer-correction.tsx";

type CorrectionCardProps = { reply: Message; correction: OfferedCorrection };

/** Somebody who keeps the diary said that its answer was wrong. It stays as it is until they say yes. */
export function CorrectionCard({ reply, correction: { questionId, question, before, text } }: CorrectionCardProps) {
  const titleId = useId();
  const client = useQueryClient();
  const [draft, setDraft] = useState(text);
  const [outcome, setOutcome] = useState<string | null>(null);
  const close = (said: string) => {
    setOutcome(said);
    // The next time that the chat is opened it is not offered.
    if (reply.sessionId !== null)
      void client.invalidateQueries({ queryKey: messagesKey(reply.sessionId), refetchType: "none" });
  };
  const decline = useMutation({
    mutationFn: () => call(declineCorrection, { params: { id: reply.id } }),
    onSuccess: () => close(t`The diary stays as it is.`),
    onError: (error) => toastError(t`That was not saved`, error, t`Please try again.`),
  });
  return (
    <section
      aria-labelledby={titleId}
      className="flex w-full max-w-md flex-col gap-2 rounded-card border border-line bg-surface-raised p-4 text-start"
    >
      <p id={titleId} className="flex items-start gap-2 font-bold text-secondary text-sm">
        <BookHeart aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="wrap-anywhere min-w-0">
          <Trans>
            Change the answer to “<bdi>{question}</bdi>”?
          </Trans>
        </span>
      </p>
      <p role="status" className="text-ink-muted text-sm empty:hidden">
        {outcome}
      </p>
      {outcome === null && (
        <>
          <p className="text-ink-muted text-sm">{t`In the diary now:`}</p>
          <p dir="auto" className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap">
            {before}
          </p>
          <AnswerEditor
            label={t`What it should say`}
            saveLabel={t`Change the answer`}
            cancelLabel={t`No`}
            autoFocus={false}
            agentId={reply.agentId}
            questionId={questionId}
            begun={before}
            draft={draft}
            isBusy={decline.isPending}
            onDraft={setDraft}
            onSaved={() => close(t`The diary says that now.`)}
            onTheirs={() => close(t`The diary stays as it is.`)}
            onCancel={() => decline.mutate()}
          />
        </>
      )}
    </section>
  );
}
