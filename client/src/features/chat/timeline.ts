import type { Choice, Message } from "#shared/api/chat.ts";
import { dayOf } from "@/lib/formats.ts";
import { type ChatStream, isBusy, type PendingQuestion, questionKey, replyKey } from "./chat-stream.ts";

export type Line =
  | { kind: "day"; key: string; at: string }
  /** The pet's words before the first question. */
  | { kind: "greeting"; key: string; text: string }
  | ({ kind: "message"; key: string; message: Message } & MessageState)
  /** A question without a reply. */
  | { kind: "trouble"; key: string; question: Message; why: "failed" | "stopped"; error?: string; canRetry: boolean }
  | { kind: "thinking"; key: string; isLoading: boolean }
  /** Offered by the newest reply. */
  | { kind: "choices"; key: string; choices: readonly Choice[] }
  | { kind: "cutOff"; key: string };

interface MessageState {
  isTyping: boolean;
  canEdit: boolean;
  /** A question with several versions, while a reply is under way: no other can be shown. */
  isHeld: boolean;
}

/** Merges the stored messages and the stream without duplicates; every line keeps its key. */
export function timeline(fetched: readonly Message[], stream: ChatStream): Line[] {
  const asked = questionOf(stream);
  const stored = withoutEdited(fetched, asked);
  const messages = [...stored];
  if (asked !== null && !has(stored, asked.messageId)) messages.push(optimistic(asked));
  const reply = isReplyStored(stored, stream) ? null : replyOf(stream);
  if (reply !== null) messages.push(reply);

  const last = messages.findLast(({ role }) => role === "user");
  const lines: Line[] = [];
  const isAnswering = isBusy(stream) || isAnsweredElsewhere(stored, stream);
  let day = "";
  for (const [index, message] of messages.entries()) {
    if (dayOfMessage(message) !== day) {
      day = dayOfMessage(message);
      lines.push(dayLine(message, day));
    }
    const key = keyOf(message, stream);
    const canEdit = message === last && !isAnswering && (has(stored, message.id) || isAnswered(message, stream));
    const isTyping = stream.phase === "streaming" && message === reply;
    const isHeld = isAnswering && message.versions !== undefined;
    lines.push(messageLine(message, key, { isTyping, canEdit, isHeld }));
    const trouble = troubleOf(message, stream);
    const canRetry = index === messages.length - 1 && !isBusy(stream);
    if (trouble !== null)
      lines.push({ kind: "trouble", key: `trouble-${key}`, question: message, ...trouble, canRetry });
  }
  if ((stream.phase === "thinking" && !isReplyStored(stored, stream)) || isAnsweredElsewhere(stored, stream))
    lines.push({ kind: "thinking", key: "thinking", isLoading: isModelLoading(stream) });
  const newest = messages.at(-1);
  if (newest?.role === "assistant" && newest.status === "cut_off" && !isBusy(stream))
    lines.push({ kind: "cutOff", key: `cut-off-${keyOf(newest, stream)}` });
  const choices = newest?.role === "assistant" && newest.status === "complete" ? newest.choices : null;
  if (newest !== undefined && choices && choices.length > 0 && !isBusy(stream))
    lines.push({ kind: "choices", key: `choices-${keyOf(newest, stream)}`, choices });
  return lines;
}

export const isModelLoading = (stream: ChatStream): boolean =>
  stream.phase === "thinking" && stream.asked.isLoading === true;

/* A word of a reply changes the last line: the others stay the same objects, so that they don't render again. */
const days = new WeakMap<Message, string>();
const dayLines = new WeakMap<Message, Line>();
const messageLines = new WeakMap<Message, Line>();

function dayOfMessage(message: Message): string {
  const day = days.get(message) ?? dayOf(message.createdAt);
  days.set(message, day);
  return day;
}

function dayLine(message: Message, day: string): Line {
  const line = dayLines.get(message) ?? { kind: "day", key: `day-${day}`, at: message.createdAt };
  dayLines.set(message, line);
  return line;
}

function messageLine(message: Message, key: string, now: MessageState): Line {
  const held = messageLines.get(message);
  const isSame = held?.kind === "message" && held.isTyping === now.isTyping && held.canEdit === now.canEdit;
  if (isSame && held.isHeld === now.isHeld && held.key === key) return held;
  const line: Line = { kind: "message", key, message, ...now };
  messageLines.set(message, line);
  return line;
}

export function withGreeting(lines: readonly Line[], greeting: string | null): readonly Line[] {
  const [day, ...rest] = lines;
  return day === undefined || greeting === null
    ? lines
    : [day, { kind: "greeting", key: "greeting", text: greeting }, ...rest];
}

/**
 * The server makes a reply that this page does not read: it was reloaded, its connection broke, or another tab asked.
 */
export function isAnsweredElsewhere(stored: readonly Message[], stream: ChatStream): boolean {
  if (isBusy(stream)) return false;
  const last = stored.at(-1);
  if (last === undefined || last.role !== "user" || last.status !== "answering") return false;
  // Messages that were fetched a moment ago may still show a reply as open that this page knows to have ended.
  return questionOf(stream)?.messageId !== last.id || (stream.phase === "idle" && stream.last?.end.kind === "lost");
}

/** Until it is fetched anew, without the question that is asked in other words, and the reply to that. */
function withoutEdited(fetched: readonly Message[], asked: PendingQuestion | null): readonly Message[] {
  const at = fetched.findIndex(({ id }) => id === asked?.edits);
  return at === -1 ? fetched : fetched.slice(0, at);
}

/** Before the messages are fetched anew. */
const isAnswered = (question: Message, stream: ChatStream) =>
  stream.phase === "idle" && stream.last?.end.kind === "complete" && stream.last.asked.messageId === question.id;

const has = (stored: readonly Message[], id: string | null) =>
  id !== null && stored.some((message) => message.id === id);

function questionOf(stream: ChatStream): PendingQuestion | null {
  return stream.phase === "idle" ? (stream.last?.asked ?? null) : stream.asked;
}

/** The messages may be fetched before the stream's last event. */
function isReplyStored(stored: readonly Message[], stream: ChatStream): boolean {
  const asked = questionOf(stream);
  const question = stored.findIndex((message) => message.id === asked?.messageId);
  return question !== -1 && stored[question + 1]?.role === "assistant";
}

function optimistic({ turn, text, askedAt, messageId }: PendingQuestion): Message {
  return {
    id: messageId ?? questionKey(turn),
    agentId: "",
    sessionId: null,
    role: "user",
    content: text,
    audioUrl: null,
    sources: null,
    status: "answering",
    createdAt: askedAt,
  };
}

function replyOf(stream: ChatStream): Message | null {
  if (stream.phase === "streaming") {
    const { turn, askedAt } = stream.asked;
    return {
      ...optimistic(stream.asked),
      id: replyKey(turn),
      role: "assistant",
      content: stream.reply,
      help: stream.asked.help ?? null,
      createdAt: askedAt,
    };
  }
  return stream.phase === "idle" && stream.last?.end.kind === "complete" ? stream.last.end.reply : null;
}

function keyOf(message: Message, stream: ChatStream): string {
  return message.versions?.[0] ?? stream.keys[message.id] ?? message.id;
}

function troubleOf(message: Message, stream: ChatStream): { why: "failed" | "stopped"; error?: string } | null {
  if (message.role !== "user") return null;
  const asked = questionOf(stream);
  if (asked !== null && (asked.messageId === message.id || questionKey(asked.turn) === message.id)) {
    if (stream.phase === "failed") return { why: "failed", error: stream.error };
    if (isBusy(stream)) return null;
    if (stream.phase === "idle" && stream.last?.end.kind === "complete")
      return stream.last.end.reply === null ? { why: "stopped" } : null;
  }
  return message.status === "failed" || message.status === "stopped" ? { why: message.status } : null;
}
