import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { refreshChatHistory } from "@/domain/chats/chat-history.ts";
import { refreshMessages } from "@/domain/chats/messages.ts";
import { learnOfDailyLimit } from "@/domain/usage/daily-usage.ts";
import { ApiError, call } from "@/lib/api.ts";
import { streamEvents, streamFailure } from "@/lib/event-stream.ts";
import { toast } from "@/lib/toast.ts";
import { type ChatEvent, chatStream, stopReply } from "../../../../shared/api/chat.ts";
import { idleStream, isBusy, reduceStream } from "./chat-stream.ts";

export interface Question {
  text: string;
  isSpoken?: boolean;
  /** A stored question to ask again. */
  retryMessageId?: string;
}

type Complete = Extract<ChatEvent, { type: "complete" }>;

interface ChatStreamOptions {
  agentId: string;
  sessionId: string;
  generateAudio: boolean;
  /** The server opened another chat for the question. */
  onSession: (sessionId: string) => void;
  /** A sentence of the reply can be heard. */
  onSpeech: (url: string) => void;
  onComplete: (reply: Complete) => void;
  /** The reply failed, or goes on without this page. */
  onBrokenOff: () => void;
  /** The question did not reach the pet: its text goes back to where it was written. */
  onUnsent: (text: string) => void;
}

/** Asks the pet and reads its reply. Leaving the page ends only the reading: the server finishes the reply and keeps it. */
export function useChatStream(options: ChatStreamOptions) {
  const { agentId, sessionId } = options;
  const client = useQueryClient();
  const [stream, dispatch] = useReducer(reduceStream, idleStream);
  const reading = useRef<{ controller: AbortController; sessionId: string } | null>(null);

  useEffect(() => () => reading.current?.controller.abort(), []);
  // Before the other chat is painted, so that this one's reply is never seen in it.
  useLayoutEffect(() => {
    if (reading.current === null || reading.current.sessionId === sessionId) return;
    reading.current.controller.abort();
    reading.current = null;
    dispatch({ type: "left" });
  }, [sessionId]);

  const stop = useMutation({
    mutationFn: () => call(stopReply, { params: { sessionId } }),
    onSuccess: () => refreshMessages(client, sessionId),
    onError: () =>
      toast({ title: "The reply could not be stopped", description: "Please try again.", variant: "destructive" }),
  });

  async function ask(question: Question): Promise<void> {
    if (isBusy(stream)) return;
    const controller = new AbortController();
    const own = { controller, sessionId };
    reading.current = own;
    dispatch({ type: "asked", askedAt: new Date().toISOString(), ...question });
    let isSaved = question.retryMessageId !== undefined;
    let isEnded = false;
    try {
      for await (const event of open(question, options, controller.signal)) {
        if (controller.signal.aborted) return;
        dispatch({ type: "event", event, at: new Date().toISOString(), agentId, sessionId: own.sessionId });
        if (event.type === "session" && event.sessionId !== own.sessionId) {
          own.sessionId = event.sessionId;
          options.onSession(event.sessionId);
        }
        if (event.type === "user_message_saved") isSaved = true;
        if (event.type === "speech") options.onSpeech(event.url);
        if (event.type === "complete") options.onComplete(event);
        if (event.type === "error") {
          options.onBrokenOff();
          reportError(event.error);
        }
        if (event.type === "complete" || event.type === "error") isEnded = true;
        if (event.type === "user_message_saved" || isEnded) void refresh(own.sessionId, isEnded);
      }
      if (!isEnded) broken(own.sessionId);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (isSaved && !(error instanceof ApiError)) broken(own.sessionId);
      else refused(question, error);
    }
  }

  async function refresh(session: string, isEnded: boolean): Promise<void> {
    await refreshMessages(client, session);
    if (isEnded) await refreshChatHistory(client);
  }

  /** The reply goes on without this page; the stored question tells when it is there. */
  function broken(session: string): void {
    dispatch({ type: "lost" });
    options.onBrokenOff();
    void refresh(session, false);
  }

  function refused(question: Question, error: unknown): void {
    dispatch({ type: "refused" });
    if (question.retryMessageId === undefined) options.onUnsent(question.text);
    learnOfDailyLimit(client, error);
    const isElsewhere = error instanceof ApiError && (error.status === 409 || error.status === 429);
    const isPlain = question.isSpoken !== true || isElsewhere;
    toast({
      title: question.isSpoken ? "Failed to send voice message" : "Failed to send message",
      description: isPlain ? streamFailure(error) : "Please try again",
      variant: "destructive",
    });
    void refreshMessages(client, sessionId);
  }

  return { stream, ask, stop: () => stop.mutate(), isStopping: stop.isPending };
}

function open({ text, retryMessageId }: Question, options: ChatStreamOptions, signal: AbortSignal) {
  const { agentId, sessionId, generateAudio } = options;
  const body = { message: text, sessionId, generateAudio, ...(retryMessageId === undefined ? {} : { retryMessageId }) };
  return streamEvents(chatStream, { params: { id: agentId }, body }, { signal });
}

function reportError(error: string): void {
  toast({ title: "Streaming Error", description: error || "An error occurred", variant: "destructive" });
}
