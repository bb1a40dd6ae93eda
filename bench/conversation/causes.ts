import type { Source } from "#shared/api/chat.ts";
import type { ConversationSet } from "./set-format.ts";
import type { SpokenReply } from "./speaker.ts";

type Asked = ConversationSet["far"][number];

/** Why a reply lacks the fact that was asked for: the first step on the way to it that went wrong. */
export async function causeOf({ source, facts }: Asked, spoken: SpokenReply, isQuestion: boolean): Promise<string> {
  const { sources, choices, turn } = spoken;
  const [told] = turn.sources ?? [];
  if (told !== undefined && sources[0] === source)
    return holdsAll(textOf(told), facts) ? "cut without the fact" : "another passage of the source";
  if (sources.length > 0) return "another source claimed";
  if (!isQuestion) return "not taken for a question";
  if (choices.length > 0) return choices.includes(source) ? "asked back, with it" : "asked back, without it";
  const place = (await spoken.ranked()).indexOf(source);
  if (place === 0) return "ranked first, not sure enough";
  return place > 0 && place < NEAR ? "ranked second or third" : "not found";
}

const NEAR = 3;

const textOf = (source: Source): string => (source.kind === "diary" ? source.answer : source.passage);

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ");

export const holds = (text: string, words: string): boolean => plain(text).includes(plain(words));

export const holdsAll = (text: string, groups: readonly (readonly string[])[]): boolean =>
  groups.every((group) => group.some((words) => holds(text, words)));
