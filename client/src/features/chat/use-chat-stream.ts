import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { type ChatEvent, stopReply } from "#shared/api/chat.ts";
import type { IncomingClip } from "@/components/audio/incoming-clip.ts";
import { refreshChat } from "@/domain/chats/chat-history.ts";
import { refreshMessages } from "@/domain/chats/messages.ts";
import { readReply } from "@/domain/chats/read-reply.ts";
import { learnOfDailyLimit } from "@/domain/daily-usage.ts";
import { refreshMemories } from "@/domain/memory/memories.ts";
import { ApiError, call, isSignedOut } from "@/lib/api.ts";
import { streamFailure } from "@/lib/stream-failure.ts";
import { toast } from "@/lib/toast.ts";
import { type ChatAction, idleStream, isBusy, reduceStream } from "./chat-stream.ts";
import { greetingOnScreen } from "./opening.tsx";
import { keepDraft } from "./use-draft.ts";

export interface Question {
  text: string;
  isSpoken?: boolean;
  /** Picked, not written: after a refusal it does not go back into the composer. */
  isPicked?: boolean;
  /** The stored question that is asked again. */
  retryMessageId?: string;
  /** The last question, which is asked in other words. */
  edits?: string;
}

type Complete = Extract<ChatEvent, { type: "complete" }>;

interface ChatStreamOptions {
  agentId: string;
  sessionId: string;
  generateAudio: boolean;
  soundInStream: boolean;
  /** The server opened another chat for the question. */
  onSession: (sessionId: string) => void;
  onSpeech: (sound: IncomingClip) => void;
  onComplete: (reply: Complete) => void;
  /** The reply failed, or the connection broke and the server finishes it alone. */
  onBrokenOff: () => void;
  /** The text belongs back into the composer. */
  onUnsent: (question: Question, error: unknown) => void;
}

/** Leaving the page ends only the reading; the server still finishes the reply. */
export function useChatStream(options: ChatStreamOptions) {
  const { agentId, sessionId, generateAudio, soundInStream } = options;
  const client = useQueryClient();
  const [stream, dispatch] = useReducer(reduceStream, idleStream);
  const beginReading = useReading(sessionId, dispatch);
  const stop = useStopReply(sessionId);

  async function ask(question: Question): Promise<void> {
    if (isBusy(stream)) return;
    const greeting = stream.turns === 0 ? greetingOnScreen(client, agentId, sessionId) : undefined;
    const isWritten = question.retryMessageId === undefined && !question.isPicked;
    const reading = beginReading(isWritten ? question.text : null);
    dispatch({ type: "asked", askedAt: now(), ...question });
    for await (const event of readReply(
      { agentId, sessionId, generateAudio, soundInStream, greeting, ...question },
      reading.controller.signal,
    )) {
      const { type } = event;
      if (type === "user_message_saved" || type === "refused") reading.unsent = null;
      const isCut = type === "lost" || type === "refused";
      dispatch(isCut ? event : { type: "event", event, at: now(), agentId, sessionId: reading.sessionId });
      if (type === "session") {
        reading.sessionId = event.sessionId;
        options.onSession(event.sessionId);
      }
      if (type === "speech") options.onSpeech(event.sound);
      if (type === "complete") options.onComplete(event);
      if (type === "error" || type === "lost") options.onBrokenOff();
      if (type === "error") reportError(event.error);
      if (type === "refused") refused(question, event.error);
      if (type === "complete" && event.suggestions !== undefined) void refreshMemories(client, agentId);
      if (type === "complete" || type === "error") void refreshChat(client, reading.sessionId);
      if (type === "user_message_saved" || isCut) void refreshMessages(client, reading.sessionId);
    }
  }

  function refused(question: Question, error: unknown): void {
    if (question.retryMessageId === undefined && !question.isPicked) options.onUnsent(question, error);
    learnOfDailyLimit(client, error);
    // The dialog over the page asks to sign in again.
    if (isSignedOut(error)) return;
    // Without a network the composer says so.
    if (navigator.onLine || question.isPicked || question.retryMessageId !== undefined) reportRefusal(question, error);
  }

  /** Other messages come into view: what was asked on this page may not be among them. */
  const leave = () => dispatch({ type: "left" });
  return { stream, ask, leave, stop: () => stop.mutate(), isStopping: stop.isPending };
}

interface Reading {
  controller: AbortController;
  /** Changes if the server opens another chat for the question. */
  sessionId: string;
  /** Null once the server has acknowledged it. */
  unsent: string | null;
}

/** The reading ends when another chat is shown, or none. */
function useReading(sessionId: string, dispatch: Dispatch<ChatAction>): (unsent: string | null) => Reading {
  const reading = useRef<Reading | null>(null);
  useEffect(() => () => end(reading.current), []);
  // A layout effect, so that the old chat's reply is never painted in the new chat.
  useLayoutEffect(() => {
    if (reading.current === null || reading.current.sessionId === sessionId) return;
    end(reading.current);
    reading.current = null;
    dispatch({ type: "left" });
  }, [sessionId, dispatch]);
  return (unsent) => {
    const begun = { controller: new AbortController(), sessionId, unsent };
    reading.current = begun;
    return begun;
  };
}

function end(reading: Reading | null): void {
  if (reading === null) return;
  reading.controller.abort();
  if (reading.unsent !== null) keepDraft(reading.sessionId, reading.unsent);
  reading.unsent = null;
}

function useStopReply(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(stopReply, { params: { sessionId } }),
    onSuccess: () => refreshMessages(client, sessionId),
    onError: () =>
      toast({ title: t`The reply could not be stopped`, description: t`Please try again.`, variant: "destructive" }),
  });
}

const now = (): string => new Date().toISOString();

function reportError(error: string): void {
  toast({ title: t`Streaming Error`, description: error || t`An error occurred`, variant: "destructive" });
}

function reportRefusal({ isSpoken }: Question, error: unknown): void {
  // While a reply is under way (409) or a limit is reached (429) another try does not help.
  const isLasting = error instanceof ApiError && (error.status === 409 || error.status === 429);
  toast({
    title: isSpoken ? t`Failed to send voice message` : t`Failed to send message`,
    description: isSpoken && !isLasting ? t`Please try again` : streamFailure(error),
    variant: "destructive",
  });
}
