import { limits } from "#shared/limits.ts";
import type { ReplyEvent } from "./ask-demo-pet.ts";

export interface Exchange {
  id: number;
  question: string;
  /** Emergency help with which the reply begins. */
  help: string | null;
  reply: string;
  choices: readonly { label: string; question: string }[];
  sources: readonly string[];
  clips: readonly Blob[];
  state: "asking" | "done" | "failed";
  /** The model is being loaded. */
  isLoading: boolean;
  /** Undefined for a whole reply. */
  ending: Extract<ReplyEvent, { type: "complete" }>["ending"];
  /** Why there is no reply. */
  trouble: string | null;
}

/** The key of the exchange in the player. */
export const clipKey = (id: number): string => `try-out ${id}`;

export const newExchange = (id: number, question: string): Exchange => ({
  ...{
    id,
    question,
    help: null,
    reply: "",
    choices: [],
    sources: [],
    clips: [],
    state: "asking",
    isLoading: false,
    ending: undefined,
    trouble: null,
  },
});

export function withEvent(exchange: Exchange, event: ReplyEvent): Exchange {
  switch (event.type) {
    case "help":
      return { ...exchange, help: event.text };
    case "loading":
      return { ...exchange, isLoading: true };
    case "content":
      return { ...exchange, reply: exchange.reply + event.content };
    case "speech":
      return { ...exchange, clips: [...exchange.clips, event.clip] };
    case "choices":
      return { ...exchange, choices: event.choices };
    case "complete":
      return { ...exchange, sources: event.sources, ending: event.ending, state: "done" };
    case "error":
      return { ...exchange, state: "failed", trouble: event.error };
    default:
      return exchange;
  }
}

/** An unanswered question is in the box again. */
export const isAnswered = ({ reply }: Exchange): boolean => reply !== "";

/** What the server needs to go on: the newest turns that it takes. */
export const turnsOf = (talk: readonly Exchange[]) =>
  talk
    .filter(({ state }) => state === "done")
    .flatMap(({ question, reply }) => [
      { role: "user" as const, content: question },
      { role: "assistant" as const, content: reply.slice(0, limits.tryOut.turn) },
    ])
    .slice(-limits.tryOut.turns);
