/**
 * How long the main thread is held by whatever takes a text of a person apart: 8,000 characters of many kinds for each, and
 * 1 MB where so much may arrive. A row for each, with the text that took longest.
 *
 *   npm run bench:texts [-- part of a row's name]
 *
 * What counts is the processor time of all threads, of the fastest of three readings: on a busy machine the clock on the
 * wall shows the waiting. Where all three are over 20 ms there are up to nine more, because the compiler and the collector of
 * garbage, which work in threads of their own, count too. A line at the end names what took more than 20 ms even so.
 */

import { isCommonPassword } from "#server/features/auth/common-passwords.ts";
import { CitationReader } from "#server/features/chat/citations.ts";
import { fileKind } from "#server/features/documents/file-kind.ts";
import { sayWhatItIs } from "#server/features/documents/name-kind.ts";
import { cleanOriginalName } from "#server/features/documents/original-name.ts";
import { acknowledge } from "#server/features/help/acknowledge.ts";
import { findHelp } from "#server/features/help/find-help.ts";
import { snippet } from "#server/features/history/snippet.ts";
import { likeQuestion } from "#server/features/knowledge/knowledge.ts";
import { sourcesTaken } from "#server/features/knowledge/taken-from.ts";
import { keysOf } from "#server/features/my-data/character-card.ts";
import { COMPARED_AT_ONCE, findAlike } from "#server/features/open-questions/alike.ts";
import { escapeDelimiters } from "#server/models/chat/escape-delimiters.ts";
import { createThoughtFilter } from "#server/models/chat/thought-filter.ts";
import { atOnce } from "#server/platform/threads/slices.ts";
import { careFor, careUnknown } from "#server/understanding/care/may-have.ts";
import { chooseSentences, sentencesOf } from "#server/understanding/compose/choose-sentences.ts";
import { composeReply } from "#server/understanding/compose/compose-reply.ts";
import { wordsOf } from "#server/understanding/compose/words.ts";
import { recognizeEmergency } from "#server/understanding/danger/recognize.ts";
import { analyze } from "#server/understanding/retrieval/analyze.ts";
import { understand } from "#server/understanding/retrieval/question.ts";
import { toSearchableEntry } from "#server/understanding/retrieval/searchable.ts";
import { understandTurn } from "#server/understanding/turns/dialogue.ts";
import { createSentenceSplitter } from "#server/voice/speaking/split-sentences.ts";
import { plainText } from "#server/voice/speech/plain-text.ts";
import type { Source } from "#shared/api/chat.ts";
import { limits } from "#shared/limits.ts";
import { highlight } from "#shared/search-words.ts";
import { kindsOfTexts, repeatTo } from "./kinds-of-texts.ts";

const LENGTH = 8_000;
const LONG = 1024 * 1024;
const MOST_MS = 20;
const ROUNDS = 3;
const MOST_ROUNDS = 12;

const kinds = kindsOfTexts(LENGTH);
const locales = ["en-US", "zh-CN", "ja-JP", "ko-KR", "ar-EG"];
const pet = (language: string) => ({ name: "Rufus", language, species: "dog" });
const diary = (answer: string): Source => ({ kind: "diary", filename: "Diary", question: "What do you like?", answer });
const evidence = (text: string) => ({ kind: "diary" as const, about: "What do you like?", text, page: null, focus: 1 });

interface Reader {
  name: string;
  read: (text: string, locale: string) => unknown;
  /** Left out: 8,000 characters. */
  lengths?: readonly number[];
  /** Left out: one for each way of writing. */
  locales?: readonly string[];
}

const english = ["en-US"];
const scene = (language: string, question: string, text: string) => ({
  pet: pet(language),
  ownerName: "Anna",
  question,
  turns: [
    { role: "user" as const, content: text },
    { role: "assistant" as const, content: text },
  ],
  evidence: [evidence(text)],
});

const readers: readonly Reader[] = [
  { name: "marks of prompts", read: (text) => escapeDelimiters(text), locales: english },
  { name: "sentences of an answer", read: sentencesOf, lengths: [10_000] },
  {
    name: "sentences that fit a question",
    read: (text, locale) => chooseSentences({ text, question: text, locale, usual: new Set(), gap: " ", focus: null }),
  },
  { name: "words of the diary voice", read: wordsOf },
  { name: "diary voice, long answer", read: (text, locale) => composeReply(scene(locale, "What do you like?", text)) },
  {
    name: "diary voice, long answer without a focus",
    read(text, locale) {
      const { evidence, ...rest } = scene(locale, "What do you like?", text);
      return composeReply({ ...rest, evidence: evidence.map((piece) => ({ ...piece, focus: null })) });
    },
  },
  { name: "diary voice, long question", read: (text, locale) => composeReply(scene(locale, text, "I like snow.")) },
  { name: "terms of a text", read: analyze },
  { name: "a question is understood", read: understand },
  { name: "a diary answer is indexed", read: (text, locale) => toSearchableEntry("What do you like?", text, locale) },
  {
    name: "sources a reply was taken from",
    read: (text, locale) =>
      sourcesTaken(text, [diary(text)], { locale, name: "Rufus", told: [diary(text), diary("I like snow.")] }),
  },
  {
    name: "a question like another",
    read: (text, locale) => likeQuestion(pet(locale), text).isSame(`${text}!`),
    lengths: [limits.diaryQuestion],
  },
  {
    name: "open questions compared at once",
    read(text, locale) {
      const open = Array.from({ length: COMPARED_AT_ONCE }, (_, at) => ({ question: `${at}${text}` }));
      return atOnce(findAlike(pet(locale), [text], open));
    },
    lengths: [limits.openQuestions.characters],
  },
  {
    name: "what a turn is",
    read: (text, locale) =>
      understandTurn({ pet: pet(locale), question: text, turns: [{ role: "user", content: text }], evidence: [] }),
  },
  { name: "emergencies", read: recognizeEmergency },
  { name: "may it eat that", read: (text, locale) => careFor(text, pet(locale)) ?? careUnknown(text, pet(locale)) },
  { name: "help", read: (text) => findHelp(text), locales: english },
  {
    name: "interviewer",
    read: (text) => acknowledge({ question: text, answer: text }),
    lengths: [10_000],
    locales: english,
  },
  {
    name: "numbers of sources in a reply",
    read(text) {
      const reader = new CitationReader(20);
      for (let at = 0; at < text.length; at += 20) reader.push(text.slice(at, at + 20));
      return reader.end();
    },
    locales: english,
  },
  {
    name: "thoughts in a reply",
    read(text) {
      const filter = createThoughtFilter();
      for (let at = 0; at < text.length; at += 20) filter.push(text.slice(at, at + 20));
      return filter.end();
    },
    locales: english,
  },
  {
    name: "sentences that are spoken",
    read(text, locale) {
      const splitter = createSentenceSplitter(locale);
      for (let at = 0; at < text.length; at += 20) splitter.push(text.slice(at, at + 20));
      return splitter.end();
    },
  },
  { name: "text for a voice", read: (text) => plainText(text), locales: english },
  { name: "part of a message with a word", read: (text) => snippet(text, ["a", "rufus"]), locales: english },
  { name: "words marked in a message", read: (text) => highlight(text, ["a", "rufus"]), locales: english },
  {
    name: "keys of a character card",
    read: (text) => keysOf(text.slice(-limits.diaryQuestion), text),
    lengths: [10_000],
    locales: english,
  },
  { name: "common passwords", read: (text) => isCommonPassword(text), lengths: [128], locales: english },
  { name: "name of a file", read: (text) => cleanOriginalName(text, "x"), locales: english },
  {
    name: "kind of a file",
    read: (text) => {
      const bytes = Buffer.from(text);
      return [fileKind(bytes, "a.pdf", "application/pdf"), fileKind(bytes, "a.txt", "text/plain"), sayWhatItIs(bytes)];
    },
    lengths: [LENGTH, LONG],
    locales: english,
  },
];

await isCommonPassword("Rufus");

const [, , ...wanted] = process.argv;
const slow: string[] = [];
for (const reader of readers.filter(({ name }) => wanted.every((part) => name.includes(part)))) {
  for (const length of reader.lengths ?? [LENGTH]) await row(reader, length);
}
console.log(slow.length === 0 ? `\nNothing takes over ${MOST_MS} ms.` : `\nOver ${MOST_MS} ms: ${slow.join(", ")}`);

async function row({ name, read, locales: of = locales }: Reader, length: number): Promise<void> {
  let worst = { ms: 0, kind: "-", locale: "" };
  for (const locale of of) {
    // The first reading in a language loads its words.
    await read("I like to play in the garden with Anna.", locale);
    for (const [kind, unit] of kinds) {
      const ms = await fastest((round) => read(`${repeatTo(unit, length - 2)}${round + 10}`, locale));
      if (ms > worst.ms) worst = { ms, kind, locale };
    }
  }
  if (worst.ms > MOST_MS) slow.push(`${name} (${length.toLocaleString("en")})`);
  const where = of.length > 1 ? ` in ${worst.locale}` : "";
  console.log(
    `${name.padEnd(32)}${length.toLocaleString("en").padStart(10)}${worst.ms.toFixed(1).padStart(9)} ms  ${worst.kind}${where}`,
  );
}

/** Of readings of texts that differ in their end, or the second would find what the first one kept. */
async function fastest(read: (round: number) => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // What is far below the bound needs no second look, what is below it no fourth.
    if (best < MOST_MS / 4 || (round >= ROUNDS && best <= MOST_MS)) break;
    const before = process.cpuUsage();
    await read(round);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
