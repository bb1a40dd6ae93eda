import { useEffect, useRef, useState } from "react";
import { useSession } from "@/domain/session/session.ts";
import { withSpoken } from "@/domain/voice/voice-state.ts";
import { isSignedOut } from "@/lib/api.ts";
import { useOnline } from "@/lib/device.ts";
import type { Question } from "./use-chat-stream.ts";

interface WaitingOptions {
  sessionId: string;
  draft: string;
  onDraft: (text: string) => void;
  isPending: boolean;
  send: (question: Question) => void;
}

/**
 * Without a network or session a question waits in the composer, where it can be changed, and is sent when both are
 * back.
 */
export function useWaitingQuestion({ sessionId, draft, onDraft, isPending, send }: WaitingOptions) {
  const isOnline = useOnline();
  const isSignedIn = useSession().status === "authenticated";
  const [waiting, setWaiting] = useState<{ sessionId: string; question: Question } | null>(null);
  const isWaiting = waiting?.sessionId === sessionId && draft.trim() !== "";

  const wait = (question: Question) => {
    onDraft(question.text);
    setWaiting({ sessionId, question });
  };
  // Something may have been said into the microphone since.
  const withSince = (question: Question) => ({ ...question, text: withSpoken(question.text, draft.trim()) });
  const sendWaiting = useRef(() => {});
  useEffect(() => {
    sendWaiting.current = () => {
      const text = draft.trim();
      setWaiting(null);
      onDraft("");
      send({ ...waiting?.question, text });
    };
  });
  const isDue = isWaiting && isOnline && isSignedIn && !isPending;
  useEffect(() => {
    if (isDue) sendWaiting.current();
  }, [isDue]);

  return {
    isWaiting: isWaiting && !isOnline,
    send: (question: Question) => {
      const isInComposer = question.retryMessageId === undefined && !question.isPicked;
      if (isOnline || !isInComposer) send(question);
      else wait(question);
    },
    takeBack: (question: Question, error: unknown) => {
      const back = withSince(question);
      if (navigator.onLine && !isSignedOut(error)) onDraft(back.text);
      else wait(back);
    },
  };
}
