import { z } from "zod";
import { COMMON_SPECIES } from "#shared/pet-profile.ts";
import {
  carePattern,
  line,
  listBy,
  paragraph,
  phrasing,
  quotationMark,
  type Rule,
  regularExpression,
  spokenPattern,
  stringBy,
  word,
  wording,
} from "./rules.ts";
import { turnKinds } from "./turn-kinds.ts";

// One schema for each file of a language; data/README.md explains the fields.

const note = stringBy(line).optional();

const script = z.enum(["Latin", "Cyrillic", "Arabic", "Devanagari", "Chinese", "Japanese", "Korean"]);
export type Script = z.infer<typeof script>;

export const writing = z.strictObject({
  note,
  script,
  spaced: z.boolean(),
  fullStop: stringBy(word),
  /** Opening and closing, each with its inner space. */
  quotationMarks: z.tuple([stringBy(quotationMark), stringBy(quotationMark)]),
  ordinalDots: z.boolean().default(false),
  abbreviations: z.strictObject({
    leading: listBy(word),
    counting: listBy(word),
    closing: listBy(word),
    never: listBy(word).default([]),
  }),
});
export type Writing = z.infer<typeof writing>;

const stemmer = z.enum([
  ...["arabic", "armenian", "basque", "catalan", "czech", "danish", "dutch", "english", "finnish", "french"],
  ...["german", "hungarian", "irish", "italian", "norwegian", "portuguese", "romanian", "russian", "slovene"],
  ...["spanish", "swedish", "tamil", "turkish", "hindi", "japanese", "korean", "none"],
] as const);
export type Stemmer = z.infer<typeof stemmer>;

const wantedWords = z.strictObject({ asked: listBy(line), given: listBy(line) });

export const questions = z.strictObject({
  note,
  stemmer,
  you: z.strictObject({
    words: listBy(word),
    forms: stringBy(regularExpression).optional(),
    leftOut: z.enum(["never", "often", "usually"]),
  }),
  me: z.strictObject({ words: listBy(word), forms: stringBy(regularExpression).optional() }),
  askedFor: z.strictObject({
    who: listBy(line).min(1),
    where: listBy(line).min(1),
    when: listBy(line).min(1),
    why: listBy(line).min(1),
    how: listBy(line).min(1),
    amount: listBy(line).min(1),
  }),
  smallTalk: listBy(line).min(1),
  plainForms: z.record(z.string(), stringBy(word)).default({}),
  respell: z.array(z.strictObject({ find: stringBy(regularExpression), write: z.string() })).default([]),
  accentsTellStopWords: z.boolean().default(false),
  topicless: listBy(word),
  followUp: z.strictObject({ begins: listBy(line), refers: listBy(line) }),
  wanted: z.strictObject({ amount: wantedWords, time: wantedWords, money: wantedWords, color: wantedWords }),
  units: z.strictObject({ clock: wantedWords, duration: wantedWords, weight: wantedWords }),
  /** A question with none of these nor of `askedFor` is one for yes or no. */
  thingAsked: listBy(line).min(1),
  likes: z.strictObject({ asked: listBy(line).min(1), denied: listBy(line).min(1) }),
  nameAsked: listBy(line).default([]),
  /** For scripts without capitals. */
  nameGiven: listBy(line).default([]),
  shorthand: z.record(z.string(), stringBy(line)).default({}),
  stopWords: listBy(word),
});
export type QuestionWords = z.infer<typeof questions>;

/** By the region of the locale (`US` of `en-US`). */
const helpText = z
  .object({ other: stringBy(paragraph) })
  .catchall(stringBy(paragraph))
  .superRefine((byRegion, context) => {
    for (const region of Object.keys(byRegion))
      if (region !== "other" && !/^[A-Z]{2}$/.test(region))
        context.addIssue({ code: "custom", path: [region], message: "must be two capital letters or 'other'" });
  });

const helpChoices = z.strictObject({ help: stringBy(line), fine: stringBy(line) });

export const emergency = z.strictObject({
  note,
  wholeWords: z.boolean(),
  attached: listBy(word).default([]),
  eaten: listBy(spokenPattern),
  poisons: listBy(spokenPattern),
  vet: listBy(spokenPattern),
  notNow: listBy(spokenPattern),
  person: listBy(spokenPattern),
  figurative: listBy(spokenPattern),
  help: z.strictObject({ vet: helpText, person: helpText }),
  petSays: z.strictObject({ vet: stringBy(line), person: stringBy(line) }),
  petAsks: z.strictObject({ vet: listBy(line).min(4), person: listBy(line).min(4) }),
  /** The buttons under such a question. */
  choices: z.strictObject({ vet: helpChoices, person: helpChoices }),
  /** What the pet says to `fine`. */
  petRelieved: z.strictObject({ vet: stringBy(line), person: stringBy(line) }),
});
export type EmergencyWords = z.infer<typeof emergency>;
export type EmergencyKind = keyof EmergencyWords["help"];

const dangerExamples = z.strictObject({ plain: listBy(line).min(100), indirect: listBy(line).min(120) });
export const emergencyExamples = z.strictObject({
  note,
  vet: dangerExamples,
  person: dangerExamples,
  harmless: listBy(line).min(150),
});
export type EmergencyExamples = z.infer<typeof emergencyExamples>;

export const animal = z.enum(COMMON_SPECIES);

export const phraseBy = (rule: Rule) =>
  z
    .union([z.string(), z.strictObject({ say: z.string(), species: z.array(animal).min(1) })])
    .transform((phrase): Phrase => (typeof phrase === "string" ? { say: phrase, species: null } : phrase))
    .superRefine(({ say }, context) => {
      const wrong = rule(say);
      if (wrong !== null) context.addIssue({ code: "custom", message: wrong });
    });

export interface Phrase {
  say: string;
  /** Null where every animal may say it. */
  species: readonly string[] | null;
}

/** A list may hold no phrase for one animal. */
const LEAST_FOR_ALL = 4;

const phraseList = (rule: Rule, least = LEAST_FOR_ALL) =>
  z
    .array(phraseBy(rule))
    .refine((list) => list.filter(({ species }) => species === null).length >= least, {
      error: `must hold ${least} phrases for every animal`,
    })
    .refine((list) => new Set(list.map(({ say }) => say)).size === list.length, { error: "holds a phrase twice" });

const sayings = phraseList(phrasing());
const rareSayings = phraseList(phrasing(), 2);
const quoting = phraseList(phrasing("text"));
const toldBack = phraseList(phrasing("told"));

const phraseLists = {
  leadIn: phraseList((value) => (value === "" ? null : phrasing()(value))),
  quoteDiary: quoting,
  quoteDocument: phraseList(phrasing("text", "name")),
  also: quoting,
  /** Before what somebody of the family gave the pet, be it in the pet's own words or in theirs. */
  toldBy: phraseList(phrasing("told", "text")),
  sameAgain: quoting,
  askChoice: phraseList(phrasing("first", "second")),
  askWhether: phraseList(phrasing("topic")),
  offerMore: phraseList(phrasing("topic")),
  ...{
    unknown: sayings,
    unknownElse: sayings,
    unknownInGrief: sayings,
    personalUnknown: sayings,
    notTold: sayings,
    ...{ keepAsked: rareSayings, keepKnown: rareSayings, keepPaused: rareSayings },
    ...{ keepTemporary: rareSayings, keepNothing: rareSayings },
    toldWrong: sayings,
    whyUnknown: sayings,
    noMore: sayings,
    andYou: sayings,
  },
  telling: sayings,
  ...{ greeting: sayings, comingHome: sayings, howAreYou: sayings, thanks: sayings, goodbye: sayings },
  ...{ goodNight: sayings, closenessWanted: sayings, playWanted: sayings },
  ...{ whoAreYou: sayings, areYouReal: sayings, loveTold: sayings, loveAsked: sayings },
  ...{ compliment: sayings, insult: sayings, joke: sayings },
  ...{ sad: sayings, lonely: sayings, griefForMe: sayings, griefForOther: sayings, missed: sayings, joy: sayings },
  ...{ fear: sayings, anger: sayings, guilt: sayings, guiltInGrief: sayings, feelingUnsure: sayings },
  ...{ illness: sayings, ownIllness: sayings, unwell: sayings },
  ...{ aboutName: toldBack, aboutAge: toldBack, rememberName: toldBack, rememberAge: toldBack, nameUnknown: sayings },
  ...{ yes: sayings, no: sayings, ok: sayings, laugh: sayings, emoji: sayings, silence: sayings, nonsense: sayings },
};

export const phrases = z.strictObject({ note, ...phraseLists }).transform(({ note: _, ...lists }) => lists);
export type Phrases = z.infer<typeof phrases>;

const detail = z.strictObject({ ask: listBy(line).min(1), tell: listBy(line).min(1) });

export const diaryVoice = z.strictObject({
  note,
  firstPerson: stringBy(regularExpression),
  personal: stringBy(regularExpression),
  thirdPerson: listBy(word).min(1),
  /** How what others wrote of the pet begins, and how the pet says it; with one of `unsure` it stays theirs. */
  retold: z.strictObject({ begins: z.record(stringBy(phrasing("pet")), z.string()), unsure: listBy(word).min(1) }),
  reason: listBy(line).min(1),
  details: z.strictObject({ when: detail, where: detail, who: detail }),
});
export type DiaryVoiceWords = z.infer<typeof diaryVoice>;

export const paraphrases = z.record(
  z.string(),
  z.strictObject({ ask: listBy(line).min(1), terms: listBy(line).min(1) }),
);
export type Paraphrases = z.infer<typeof paraphrases>;

const isSubject: Rule = (value) =>
  /[.?!:;。？！؟।{}]/u.test(value) ? "must be a subject, not a sentence" : line(value);

const withKind = stringBy(phrasing("pet", "kind"));

export const diaryQuestions = z.record(
  z.string(),
  z.strictObject({
    ...{ question: stringBy(line), topic: stringBy(isSubject), about: stringBy(phrasing("pet")) },
    ...{ rest: withKind.optional(), restElse: withKind.optional(), followUp: stringBy(phrasing()).optional() },
  }),
);
export type DiaryQuestions = z.infer<typeof diaryQuestions>;

export const turns = z.strictObject({
  note,
  asking: listBy(line).min(10),
  wordings: z.strictObject({
    before: listBy(line),
    after: listBy(line),
    greetings: listBy(line),
    callNames: listBy(line),
    /** 'um', 'I wanted to ask'. */
    fillers: listBy(line),
    praise: listBy(wording).min(1),
    kinds: z.partialRecord(z.enum(turnKinds), listBy(wording).min(1)),
  }),
  examples: z.record(z.enum(turnKinds), listBy(line).min(5)),
  /** Kept from the classifier of danger: so many sad turns would hide a danger told in sad words. */
  otherExamples: z.partialRecord(z.enum(turnKinds), listBy(line)),
});
export type TurnWords = z.infer<typeof turns>;

const withHole = (hole: "name" | "age") =>
  listBy((value) =>
    value.split(`{${hole}}`).length === 2
      ? regularExpression(value.replace(`{${hole}}`, "x"))
      : `must hold {${hole}} once`,
  ).min(1);

export const dialogue = z.strictObject({
  note,
  telling: z.strictObject({
    name: withHole("name"),
    maybeName: withHole("name"),
    age: withHole("age"),
    numbers: z.record(z.string().regex(/^[\p{L}\p{M} ٠-٩]+$/u), z.number().int().min(1).max(120)),
    noNames: listBy(word),
  }),
  picking: z.strictObject({
    ...{ first: listBy(line).min(1), second: listBy(line).min(1), both: listBy(line).min(1) },
    none: listBy(line).min(1),
  }),
});
export type DialogueWords = z.infer<typeof dialogue>;

const careMark = z.enum([
  ...["enough", "ask", "eat", "give", "keep", "offer", "ordinary", "withoutBefore", "withoutAfter", "joins"],
  ...["allergy", "filler", "refusal"],
] as const);
export type CareMark = z.infer<typeof careMark>;

const careWords = listBy(carePattern);
const careSayings = (least: number) => listBy(phrasing("food")).min(least);
const careSaying = careSayings(4);
/** `refused`: what diary or documents speak against. */
const carePhrases = z.strictObject({
  ...{ never: careSaying, little: careSaying, fine: careSaying, unknown: careSaying, refused: careSayings(3) },
});
export type CarePhrases = z.infer<typeof carePhrases>;

export const care = z.strictObject({
  note,
  wholeWords: z.boolean(),
  foodComes: z.enum(["before", "after"]),
  attached: listBy(word).default([]),
  ...{
    enough: careWords,
    ask: careWords,
    eat: careWords,
    give: careWords,
    keep: careWords,
    offer: careWords,
    ordinary: careWords,
  },
  ...{ withoutBefore: careWords, withoutAfter: careWords, joins: careWords, allergy: careWords, filler: careWords },
  refusal: careWords,
  species: z.strictObject({
    ...{ dog: careWords, cat: careWords, rabbit: careWords, bird: careWords, horse: careWords },
    ...{ guinea_pig: careWords, tortoise: careWords, other: careWords },
  }),
  /** By the keys of server/understanding/care/things.json. */
  things: z.record(z.string(), z.strictObject({ name: stringBy(line), words: careWords })),
  phrases: carePhrases,
});
export type CareWords = z.infer<typeof care>;

export const firstWords = z.strictObject({
  note,
  hello: stringBy(phrasing("pet", "person")),
  helloAgain: z.strictObject({
    ...{ morning: stringBy(phrasing("person")), day: stringBy(phrasing("person")) },
    evening: stringBy(phrasing("person")),
  }),
  lastTalk: stringBy(phrasing("text")),
  ready: stringBy(line),
  learned: stringBy(phrasing("topic", "text")),
  learnedElse: stringBy(phrasing("text")),
  unknowable: stringBy(line),
  general: listBy(line).min(2),
});
export type FirstWords = z.infer<typeof firstWords>;
