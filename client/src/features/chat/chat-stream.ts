import type { ChatEvent, Choice, Message } from "#shared/api/chat.ts";
import type { ReplyEvent } from "@/domain/chats/read-reply.ts";

/** A question that was asked on this page; it has a `messageId` once the server has stored it. */
export interface PendingQuestion {
  /** The number of the question on this page, for the keys of its bubbles. */
  turn: number;
  text: string;
  askedAt: string;
  messageId: string | null;
  /** The stored question whose place it takes. */
  edits?: string;
  help?: string;
  /** The model is being loaded. */
  isLoading?: boolean;
  choices?: Choice[];
}

/** `reply` is null where it was stopped before its first word; `lost`: the connection broke. */
type End = { kind: "complete"; reply: Message | null } | { kind: "lost" };

type Phase =
  | { phase: "idle"; last: { asked: PendingQuestion; end: End } | null }
  | { phase: "thinking"; asked: PendingQuestion }
  | { phase: "streaming"; asked: PendingQuestion; reply: string }
  | { phase: "failed"; asked: PendingQuestion; error: string };

export type ChatStream = Phase & {
  turns: number;
  /** By message id: the React key that a bubble had before its message got an id, so that it stays the same element. */
  keys: Readonly<Record<string, string>>;
};

export type ChatAction =
  | { type: "asked"; text: string; askedAt: string; retryMessageId?: string | undefined; edits?: string }
  /** The server refused the question, or was not reached. */
  | { type: "refused" }
  | { type: "lost" }
  /** Another chat is shown now. */
  | { type: "left" }
  | { type: "event"; event: FromServer; at: string; agentId: string; sessionId: string };

type FromServer = Exclude<ReplyEvent, { type: "lost" | "refused" }>;

export const idleStream: ChatStream = { phase: "idle", last: null, turns: 0, keys: {} };

export const questionKey = (turn: number) => `question-${turn}`;
export const replyKey = (turn: number) => `reply-${turn}`;
export const isBusy = (stream: ChatStream) => stream.phase === "thinking" || stream.phase === "streaming";

export function reduceStream(state: ChatStream, action: ChatAction): ChatStream {
  const rest = { turns: state.turns, keys: state.keys };
  switch (action.type) {
    case "asked": {
      const { text, askedAt, retryMessageId, edits } = action;
      const turn = state.turns + 1;
      const asked = {
        turn,
        text,
        askedAt,
        messageId: retryMessageId ?? null,
        ...(edits === undefined ? {} : { edits }),
      };
      return { ...rest, turns: turn, phase: "thinking", asked };
    }
    case "refused":
      return { ...rest, phase: "idle", last: null };
    case "lost":
      return "asked" in state ? { ...rest, phase: "idle", last: { asked: state.asked, end: { kind: "lost" } } } : state;
    case "left":
      return { ...rest, phase: "idle", last: null };
    case "event":
      return "asked" in state ? reduceEvent(state, action) : state;
  }
}

type ActiveStream = Extract<ChatStream, { asked: PendingQuestion }>;

function reduceEvent(state: ActiveStream, action: Extract<ChatAction, { type: "event" }>): ChatStream {
  const { event } = action;
  const { asked } = state;
  switch (event.type) {
    case "user_message_saved": {
      // A question that is asked again already has its bubble and key.
      const isNew = asked.messageId === null;
      const keys = isNew ? { ...state.keys, [event.messageId]: questionKey(asked.turn) } : state.keys;
      return { ...state, keys, asked: { ...asked, messageId: event.messageId } };
    }
    case "help":
      return { ...state, asked: { ...asked, help: event.text } };
    case "loading":
      return { ...state, asked: { ...asked, isLoading: true } };
    case "choices":
      return { ...state, asked: { ...asked, choices: event.choices } };
    case "content": {
      const reply = (state.phase === "streaming" ? state.reply : "") + event.content;
      return { turns: state.turns, keys: state.keys, phase: "streaming", asked, reply };
    }
    case "complete": {
      const reply = replyOf(state, event, action);
      const keys = reply === null ? state.keys : { ...state.keys, [reply.id]: replyKey(asked.turn) };
      return { turns: state.turns, keys, phase: "idle", last: { asked, end: { kind: "complete", reply } } };
    }
    case "error":
      return { turns: state.turns, keys: state.keys, phase: "failed", asked, error: event.error };
    default:
      return state;
  }
}

function replyOf(
  state: ActiveStream,
  event: Extract<ChatEvent, { type: "complete" }>,
  { at, agentId, sessionId }: { at: string; agentId: string; sessionId: string },
): Message | null {
  if (event.messageId === null) return null;
  return {
    id: event.messageId,
    agentId,
    sessionId,
    role: "assistant",
    content: state.phase === "streaming" ? state.reply : "",
    help: state.asked.help ?? null,
    audioUrl: event.audioUrl,
    sources: event.sources,
    mark: event.mark ?? null,
    ...(event.recalled === undefined ? {} : { recalled: event.recalled }),
    ...(event.suggestions === undefined ? {} : { suggestions: event.suggestions }),
    ...(event.correction === undefined ? {} : { correction: event.correction }),
    choices: state.asked.choices ?? null,
    status: event.stopped ? "stopped" : (event.ending ?? "complete"),
    createdAt: at,
  };
}
