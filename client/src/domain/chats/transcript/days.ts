import type { Message } from "#shared/api/chat.ts";
import { dayOf } from "@/lib/dates.ts";

export interface Day {
  /** When the first of its messages was written. */
  at: string;
  messages: Message[];
}

/** Groups messages by day, in the reader's time zone. */
export function byDay(messages: readonly Message[]): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const last = days.at(-1);
    if (last !== undefined && dayOf(last.at) === dayOf(message.createdAt)) last.messages.push(message);
    else days.push({ at: message.createdAt, messages: [message] });
  }
  return days;
}
