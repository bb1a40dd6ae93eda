import { describe, expect, it } from "vitest";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { composeReply } from "#server/understanding/compose/compose-reply.ts";
import { type Language, languages } from "#server/understanding/languages/languages.ts";
import type { Phrases } from "#server/understanding/languages/schema.ts";
import type { TurnKind } from "#server/understanding/languages/turn-kinds.ts";
import { entrySource } from "#server/understanding/retrieval/evidence.ts";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { pickIn, understandTurn } from "#server/understanding/turns/dialogue.ts";
import { samplesOf } from "#tests/support/language-samples.ts";
import { findEvidence } from "../knowledge/knowledge.ts";
import { offersOf } from "./quoted-reply.ts";

const keys = ["favorite_toy", "name_origin", "family"];

/** A pet whose diary has an answer to each of the keys, and how people ask for it. */
function petOf(language: Language) {
  const { firstPerson } = samplesOf(language.code).diaryVoice;
  const paraphrases = language.readParaphrases();
  const index = createKnowledgeIndex(language.code);
  const diary = keys.map((key, place) => ({
    ...{ id: key, key, question: language.diaryQuestions[key]?.question ?? "" },
    answer: `${firstPerson} ${place + 11}`,
  }));
  for (const entry of diary) index.addDiary(entry);
  index.finalize();
  const library = { name: "Miso", locale: language.code, index, diary, whole: [], readPassages: async () => [] };
  const pet = { name: "Miso", language: language.code, species: "cat" };
  const say = async (question: string, turns: readonly Turn[]) => {
    const picked = pickIn({ pet, question, turns });
    const asked = { question: picked?.question ?? question, turns, isPicked: picked !== null };
    const knowledge = await findEvidence(library, asked);
    const { evidence, alike } = knowledge;
    const meaning = understandTurn({ pet, question, turns, evidence }, picked);
    const maybe = knowledge.maybe.map((known) => known.evidence);
    const offers = offersOf(knowledge);
    return composeReply({ pet, ownerName: "Ann", question, turns, evidence, alike, maybe, offers, meaning }).text;
  };
  const questions = diary.map(({ key }, place) => ({
    question: (paraphrases[key]?.ask[place % 2] ?? "").replaceAll("{pet}", "Miso"),
    answer: String(place + 11),
  }));
  return { diary, questions, say };
}

/** What was said before, and each of it once more without what the landing page does not remember. */
function statesOf(language: Language, diary: ReturnType<typeof petOf>["diary"]): Map<string, Turn[]> {
  const { phrases, dialogue, diaryQuestions } = language;
  const { examples } = language.readTurns();
  const [toy, bed] = diary;
  if (toy === undefined || bed === undefined) throw new Error("The diary is empty.");
  const choices = [toy, bed].map(({ key, question }) => ({ label: diaryQuestions[key]?.topic ?? "", question }));
  const topic = choices[0]?.label ?? "";
  const filled = (say: string) =>
    say
      .replace(/\{(first|topic)\}/, topic)
      .replace("{second}", choices[1]?.label ?? "")
      .replaceAll(/\{\w+\}/g, "Miso");
  const turn = (content: string, replied: keyof Phrases, more: Partial<Turn> = {}): Turn[] => {
    const said = phrases[replied].filter(({ species }) => species === null).map(({ say }) => filled(say));
    const reply = said.find((each) => /[?？؟]$/u.test(each)) ?? said[0] ?? "";
    return [
      { role: "user", content },
      { role: "assistant", content: reply, ...more },
    ];
  };
  const example = (kind: TurnKind, place = 0) => examples[kind][place] ?? "";
  const none = { label: dialogue.picking.none[0] ?? "", question: "" };
  const states = new Map<string, Turn[]>([
    ["the pet asked something", turn(example("telling"), "telling")],
    ["a joke", turn(example("jokeWanted"), "joke")],
    ["a game", turn(example("playWanted"), "playWanted")],
    ["an offer", turn(example("greeting"), "offerMore")],
    ["a choice of two", turn(toy.question, "askChoice", { choices: [...choices, none] })],
    ["grief", [...turn(example("griefForMe"), "griefForMe"), ...turn(example("griefForMe", 1), "griefForMe")]],
    ["a correction", turn(example("no"), "no")],
    ["good night", turn(example("goodNight"), "goodNight")],
    ["what it did not know", turn(samplesOf(language.code).diaryVoice.unknown, "unknown")],
    [
      "each answer",
      diary.flatMap(({ question, ...entry }) => [
        { role: "user", content: question },
        { role: "assistant", content: entry.answer, sources: [entrySource({ ...entry, question })] },
      ]),
    ],
  ]);
  for (const [state, turns] of [...states])
    states.set(
      `${state}, in the try-out`,
      turns.map(({ role, content }) => ({ role, content })),
    );
  return states;
}

describe.each(languages)("a question in the diary's own words, in $code,", (language) => {
  it("gets its answer, whatever was said before", async () => {
    const { diary, questions, say } = petOf(language);
    const lost: string[] = [];
    let found = 0;
    for (const { question, answer } of questions) {
      if (!(await say(question, [])).includes(answer)) continue;
      found += 1;
      for (const [state, turns] of statesOf(language, diary)) {
        const reply = await say(question, turns);
        if (!reply.includes(answer)) lost.push(`after ${state}: ${question} -> ${reply}`);
      }
    }
    expect(found).toBeGreaterThanOrEqual(questions.length - 1);
    expect(lost).toEqual([]);
  });
});
