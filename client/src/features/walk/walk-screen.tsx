import { t } from "@lingui/core/macro";
import * as DialogPrimitive from "@radix-ui/react-dialog";
import { ArrowLeft } from "lucide-react";
import type { Agent } from "#shared/api/agents.ts";
import { hasSpeechRecognition } from "@/components/audio/speech-recognition.ts";
import { Button } from "@/components/ui/button.tsx";
import { useEscape } from "@/components/ui/dialog.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { useConfig } from "@/domain/config.ts";
import type { Recognizer } from "@/domain/voice/microphone.ts";
import { WalkRoom } from "./walk-room.tsx";

type WalkScreenProps = {
  agent: Agent;
  sessionId: string;
  isTemporary?: boolean;
  /** The server opened another chat. */
  onSession: (sessionId: string) => void;
  /** Gets what was said and not sent. */
  onLeave: (unsent: string | Blob | null) => void;
};

/** Hands-free talk with the pet, over everything else, for owners outdoors. */
export function WalkScreen({ agent, sessionId, isTemporary = false, onSession, onLeave }: WalkScreenProps) {
  const config = useConfig();
  return (
    <DialogPrimitive.Root open>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 h-dvh overscroll-none bg-surface pt-[env(safe-area-inset-top)] text-ink outline-none dark:bg-surface-sunken"
        >
          <DialogPrimitive.Title className="sr-only">{t`Walk mode with ${{ name: agent.name }}`}</DialogPrimitive.Title>
          {config.isPending ? (
            <Waiting onLeave={() => onLeave(null)} />
          ) : (
            <WalkRoom
              agent={agent}
              sessionId={sessionId}
              isTemporary={isTemporary}
              // Without the configuration, assume that the server can: it answers with an error where it can't.
              recognizer={
                config.data === undefined ? "server" : recognizerFor(config.data.engines.transcription !== null)
              }
              onSession={onSession}
              onLeave={onLeave}
            />
          )}
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

/** Nobody has to wait for a connection that does not come. */
function Waiting({ onLeave }: { onLeave: () => void }) {
  useEscape(onLeave);
  return (
    <div className="flex h-full flex-col items-center justify-center gap-6">
      <Spinner label={t`Loading walk mode`} className="size-8 text-primary" />
      <Button variant="ghost" onClick={onLeave}>
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        <span>{t`Back to the chat`}</span>
      </Button>
    </div>
  );
}

function recognizerFor(isConfigured: boolean): Recognizer | null {
  if (isConfigured) return "server";
  return hasSpeechRecognition() ? "browser" : null;
}
