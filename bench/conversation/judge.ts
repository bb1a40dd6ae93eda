import type { Turn } from "#server/understanding/chat-turn.ts";
import type { ConversationSet } from "./set-format.ts";
import { createSpeaker, type Speaker, type SpokenReply } from "./speaker.ts";

/** How many replies of one kind were right, of how many. */
export interface Figure {
  kind: string;
  right: number;
  of: number;
}

/** A reply that was not right, and why; `figure` is the kind of the figure that it lowers. */
export interface Miss {
  figure: string;
  pet: string;
  asked: string;
  reply: string;
  wrong: string;
}

export interface Judgment {
  figures: Figure[];
  misses: Miss[];
}

/** Asks every question of a set and judges each reply by the set's own rules. */
export async function judgeSet(set: ConversationSet): Promise<Judgment> {
  const speakers = new Map(set.pets.map((pet) => [pet.id, createSpeaker(pet, set.locale)]));
  const score = createScore();
  const speakerOf = (pet: string): Speaker => {
    const speaker = speakers.get(pet);
    if (speaker === undefined) throw new Error(`no pet ${pet}`);
    return speaker;
  };
  await judgeFacts(set, speakerOf, score);
  await judgeUnknown(set, speakerOf, score);
  await judgeSaid(set, speakerOf, score);
  await judgeCare(set, speakerOf, score);
  for (const talk of set.talks) await judgeTalk(talk, speakerOf(talk.pet), score);
  return score.judged();
}

type Score = ReturnType<typeof createScore>;
type SpeakerOf = (pet: string) => Speaker;

function createScore() {
  const figures = new Map<string, Figure>();
  const misses: Miss[] = [];
  return {
    count(kind: string, isRight: boolean, miss: Omit<Miss, "figure">) {
      const figure = figures.get(kind) ?? { kind, right: 0, of: 0 };
      figures.set(kind, { kind, right: figure.right + (isRight ? 1 : 0), of: figure.of + 1 });
      if (!isRight) misses.push({ figure: kind, ...miss });
    },
    judged: (): Judgment => ({ figures: [...figures.values()], misses }),
  };
}

/** The kinds of turns that are answered from the diary and the documents. */
const asksSomething: ReadonlySet<string> = new Set(["question", "whoAreYou", "howAreYou", "why", "more"]);

async function judgeFacts(set: ConversationSet, speakerOf: SpeakerOf, score: Score): Promise<void> {
  const kinds = [
    ["diary, far", set.far],
    ["diary, people", set.people],
    ["document", set.documents],
    ["follow-up", set.followUps],
  ] as const;
  for (const [kind, items] of kinds)
    for (const item of items) {
      const speaker = speakerOf(item.pet);
      const before = "before" in item ? item.before : [];
      const turns = await converse(speaker, before);
      const spoken = await speaker.say(item.ask, turns);
      const asked = [...before, item.ask].join(" > ");
      const hasFact = holdsAll(spoken.text, item.facts);
      const isQuestion = asksSomething.has(spoken.act);
      const wrong = `wanted ${item.source}: ${item.facts.map((group) => group.join("|")).join(" & ")}; claimed ${spoken.sources.join(", ") || "nothing"}`;
      const miss = { pet: item.pet, asked, reply: spoken.text, wrong };
      score.count("a question taken for one", isQuestion, { ...miss, wrong: `was ${spoken.act}` });
      score.count(`${kind}: fact`, hasFact, miss);
      score.count(`${kind}: source first`, spoken.sources[0] === item.source, miss);
      score.count(`${kind}: in a model's prompt`, holdsAll(spoken.prompt, item.facts), miss);
      score.count(`${kind}: fact, or asked back`, hasFact || spoken.choices.includes(item.source), miss);
    }
}

async function judgeUnknown(set: ConversationSet, speakerOf: SpeakerOf, score: Score): Promise<void> {
  for (const { pet, ask } of set.unanswerable) {
    const { text, act, sources, choices } = await speakerOf(pet).say(ask, []);
    score.count("a question taken for one", asksSomething.has(act), {
      ...{ pet, asked: ask, reply: text, wrong: `was ${act}` },
    });
    const miss = { pet, asked: ask, reply: text, wrong: `claimed ${[...sources, ...choices].join(", ")}` };
    score.count("unanswerable: no source claimed", sources.length === 0, miss);
    score.count("unanswerable: nor asked back", sources.length === 0 && choices.length === 0, miss);
  }
  for (const { pet, ask, sources: fitting } of set.ambiguous) {
    const { text, sources, choices } = await speakerOf(pet).say(ask, []);
    const offered = choices.length === 0 ? sources : choices;
    const miss = { pet, asked: ask, reply: text, wrong: `wanted ${fitting.join(" or ")}; ${offered.join(", ")}` };
    score.count("ambiguous: told or asked", offered.length > 0 && offered.every((id) => fitting.includes(id)), miss);
  }
}

const mayQuote = new Set(["question", "why", "more", "andYou", "care", "emergency", "whoAreYou", "howAreYou"]);

async function judgeSaid(set: ConversationSet, speakerOf: SpeakerOf, score: Score): Promise<void> {
  const kinds = [
    ["feelings", set.feelings],
    ["small talk", set.smallTalk],
  ] as const;
  for (const [kind, items] of kinds)
    for (const { pet, say, expect, never = [] } of items) {
      const { text, act, isNamed, sources } = await speakerOf(pet).say(say, []);
      const hurts = never.filter((words) => holds(text, words));
      const quotes = sources.length > 0 && !expect.some((wanted) => mayQuote.has(wanted));
      const wrong = `wanted ${expect.join("|")}, was ${act}${hurts.length > 0 ? `, said ${hurts.join(", ")}` : ""}${quotes ? ", quoted" : ""}`;
      const miss = { pet, asked: say, reply: text, wrong };
      score.count(`${kind}: fitting`, expect.includes(act) && hurts.length === 0 && !quotes, miss);
      score.count(`${kind}: not hurtful`, hurts.length === 0, miss);
      score.count(`${kind}: no other feeling named`, expect.includes(act) || !isNamed, miss);
    }
}

async function judgeCare(set: ConversationSet, speakerOf: SpeakerOf, score: Score): Promise<void> {
  for (const { pet, ask, verdict } of set.care) {
    const { text, care } = await speakerOf(pet).say(ask, []);
    score.count("care: verdict", care === verdict, { pet, asked: ask, reply: text, wrong: `${verdict}, not ${care}` });
    score.count("care: no harm let pass", verdict !== "never" || care === "never" || care === null, {
      ...{ pet, asked: ask, reply: text, wrong: `${verdict}, not ${care}` },
    });
  }
  for (const { pet, say, who, wording } of set.emergencies) {
    const { text, emergency } = await speakerOf(pet).say(say, []);
    score.count(`emergency, ${wording}: recognized`, emergency === who, {
      ...{ pet, asked: say, reply: text, wrong: `${who}, not ${emergency}` },
    });
  }
  for (const { pet, say } of set.harmless) {
    const { text, emergency, isHelped } = await speakerOf(pet).say(say, []);
    const said = { pet, asked: say, reply: text, wrong: `${emergency}` };
    score.count("harmless: no help given", !isHelped, said);
    score.count("harmless: not asked whether somebody is safe", isHelped || emergency === null, said);
  }
}

async function judgeTalk(talk: ConversationSet["talks"][number], speaker: Speaker, score: Score): Promise<void> {
  const turns: Turn[] = [];
  for (const [number, turn] of talk.turns.entries()) {
    const spoken = await speaker.say(turn.say, turns);
    const wrong = faults(turn, spoken, turns);
    score.count("forty turns: fitting", wrong.length === 0, {
      ...{ pet: talk.pet, asked: `${number + 1}. ${turn.say}`, reply: spoken.text, wrong: wrong.join("; ") },
    });
    turns.push({ role: "user", content: turn.say }, spoken.turn);
  }
}

function faults(
  rule: ConversationSet["talks"][number]["turns"][number],
  spoken: SpokenReply,
  turns: readonly Turn[],
): string[] {
  const { text, act, sources } = spoken;
  const found: string[] = [];
  if (rule.expect && !rule.expect.includes(act)) found.push(`wanted ${rule.expect.join("|")}, was ${act}`);
  if (rule.source === null && sources.length > 0) found.push(`claimed ${sources.join(", ")}`);
  if (rule.source && !sources.includes(rule.source)) found.push(`wanted ${rule.source}, claimed ${sources.join(", ")}`);
  if (rule.facts && !holdsAll(text, rule.facts))
    found.push(`no ${rule.facts.map((group) => group.join("|")).join(" & ")}`);
  if (rule.must && !holdsAll(text, rule.must))
    found.push(`no ${rule.must.map((group) => group.join("|")).join(" & ")}`);
  for (const words of rule.never ?? []) if (holds(text, words)) found.push(`said ${words}`);
  if (turns.some(({ role, content }) => role === "assistant" && content === text)) found.push("said that before");
  return found;
}

async function converse(speaker: Speaker, questions: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const question of questions) {
    const { turn } = await speaker.say(question, turns);
    turns.push({ role: "user", content: question }, turn);
  }
  return turns;
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ");

const holds = (text: string, words: string): boolean => plain(text).includes(plain(words));

const holdsAll = (text: string, groups: readonly (readonly string[])[]): boolean =>
  groups.every((group) => group.some((words) => holds(text, words)));
