import { chatStream, createSession } from "#shared/api/chat.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import type { EventOf } from "#shared/route.ts";
import type { OpenAiServer, PromptMessage } from "#tests/support/openai-server.ts";
import type { Stage } from "./stage.ts";
import type { Talk, Turn } from "./talks.ts";

export interface PlayedTurn {
  talk: Talk;
  turn: Turn;
  prompts: (readonly PromptMessage[])[];
  events: EventOf<typeof chatStream>[];
  /** Whether the message stands in the owner's list after all talks. */
  isListed: boolean;
}

/** What the model says to a prompt of a turn. */
export type Player = (messages: readonly PromptMessage[], played: PlayedTurn) => string | Promise<string>;

/** Plays the talks, all at once or one after the other. */
export async function play(
  talks: readonly Talk[],
  { stage, model, player, atOnce = false }: { stage: Stage; model: OpenAiServer; player: Player; atOnce?: boolean },
): Promise<PlayedTurn[]> {
  const turns: PlayedTurn[] = [];
  model.behave({
    kind: "played",
    reply: (messages) => {
      const last = messages.at(-1)?.content ?? "";
      // What is said now stands last; of "hi" and "this", the longer one.
      const place = ({ say }: Turn) => last.lastIndexOf(say) + say.length;
      const played = turns
        .filter(({ turn, events }) => last.includes(turn.say) && events.at(-1)?.type !== "complete")
        .toSorted((a, b) => place(b.turn) - place(a.turn) || b.turn.say.length - a.turn.say.length)[0];
      played?.prompts.push(messages);
      return played === undefined ? "{}" : player(messages, played);
    },
  });
  const tell = async (talk: Talk) => {
    for await (const played of playTalk(talk, stage)) turns.push(played);
  };
  if (atOnce) await Promise.all(talks.map(tell));
  else for (const talk of talks) await tell(talk);
  for (const played of turns) {
    const { agentId, owner } = await stage(played.talk.pet);
    const open = await owner.call(listOpenQuestions, { params: { id: agentId } });
    played.isListed = open.some(({ question }) => question === played.turn.say);
  }
  return turns;
}

/** Yields each turn before it is played. */
async function* playTalk(talk: Talk, stage: Stage): AsyncGenerator<PlayedTurn> {
  const { agentId, owner, guest } = await stage(talk.pet);
  const person = talk.isGuest ? guest : owner;
  const { id: sessionId } = await person.call(createSession, { body: { agentId } });
  for (const turn of talk.turns) {
    const played: PlayedTurn = { talk, turn, prompts: [], events: [], isListed: false };
    yield played;
    const body = { message: turn.say, sessionId, timeZone: "Europe/Lisbon" };
    for await (const event of person.stream(chatStream, { params: { id: agentId }, body })) played.events.push(event);
  }
}
