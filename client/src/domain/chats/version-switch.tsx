import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId } from "react";
import { type Message, showVersion } from "#shared/api/chat.ts";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";
import { refreshChat } from "./chat-history.ts";

/** Brings another version of a question into view, with what followed it, in the chat and in the history. */
export function useShowVersion(sessionId: string, onShown?: () => void): (messageId: string) => void {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (messageId: string) => call(showVersion, { params: { id: messageId } }),
    onSuccess: () => {
      onShown?.();
      return refreshChat(client, sessionId);
    },
    onError: (error) => toastError(t`The other version could not be shown`, error, t`Please try again.`),
  });
  return change.mutate;
}

const STILL_ANSWERING = t`To see another version, wait for the reply, or stop it.`;

type VersionSwitchProps = {
  message: Pick<Message, "id" | "versions">;
  /** A reply is under way, which belongs to what is in view. */
  isHeld?: boolean;
  onVersion: (messageId: string) => void;
};

/** '‹ 1/2 ›' at a question that was asked in other words; it keeps the focus at its ends. */
export function VersionSwitch({ message: { id, versions = [] }, isHeld = false, onVersion }: VersionSwitchProps) {
  const reasonId = useId();
  const at = versions.indexOf(id);
  if (at === -1 || versions.length < 2) return null;
  const step = (by: -1 | 1) => {
    const next = isHeld ? undefined : versions[at + by];
    return {
      variant: "ghost",
      size: "icon",
      className: "size-9 text-ink-muted pointer-coarse:size-11 aria-disabled:opacity-40",
      "aria-disabled": next === undefined,
      "aria-describedby": isHeld ? reasonId : undefined,
      onClick: () => next !== undefined && onVersion(next),
    } as const;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <span
      role="group"
      aria-label={t`Versions of this question`}
      title={isHeld ? STILL_ANSWERING : undefined}
      className="flex items-center text-ink-muted text-sm"
    >
      {isHeld && (
        <span id={reasonId} className="sr-only">
          {STILL_ANSWERING}
        </span>
      )}
      <Button {...step(-1)} aria-label={t`Version before`}>
        <ChevronLeft aria-hidden="true" className="rtl:rotate-180" />
      </Button>
      <span role="status" className="tabular-nums">
        <span aria-hidden="true">{`${at + 1}/${versions.length}`}</span>
        <span className="sr-only">{t`Version ${{ at: at + 1 }} of ${{ count: versions.length }}`}</span>
      </span>
      <Button {...step(1)} aria-label={t`Version after`}>
        <ChevronRight aria-hidden="true" className="rtl:rotate-180" />
      </Button>
    </span>
  );
}
