import { z } from "zod";
import {
  line,
  listBy,
  paragraph,
  phrasing,
  type Rule,
  regularExpression,
  spokenPattern,
  stringBy,
  word,
} from "./rules.ts";

// The data of a language: a schema for each of its files. README.md says what the fields are for.

/** A remark for people who edit the file. */
const note = stringBy(line).optional();

const script = z.enum(["Latin", "Cyrillic", "Arabic", "Devanagari", "Chinese", "Japanese", "Korean"]);
export type Script = z.infer<typeof script>;

export const writing = z.strictObject({
  note,
  script,
  spaced: z.boolean(),
  fullStop: stringBy(word),
  ordinalDots: z.boolean().default(false),
  abbreviations: z.strictObject({
    leading: listBy(word),
    counting: listBy(word),
    closing: listBy(word),
    never: listBy(word).default([]),
  }),
});
export type Writing = z.infer<typeof writing>;

/** The stemmers of Snowball, and our own for languages that it does not have. */
const stemmer = z.enum([
  ...["arabic", "armenian", "basque", "catalan", "czech", "danish", "dutch", "english", "finnish", "french"],
  ...["german", "hungarian", "irish", "italian", "norwegian", "portuguese", "romanian", "russian", "slovene"],
  ...["spanish", "swedish", "tamil", "turkish", "hindi", "japanese", "korean", "none"],
] as const);
export type Stemmer = z.infer<typeof stemmer>;

export const questions = z.strictObject({
  note,
  stemmer,
  you: z.strictObject({
    words: listBy(word),
    forms: stringBy(regularExpression).optional(),
    leftOut: z.enum(["never", "often", "usually"]),
  }),
  me: z.strictObject({ words: listBy(word), forms: stringBy(regularExpression).optional() }),
  smallTalk: listBy(line).min(1),
  plainForms: z.record(z.string(), stringBy(word)).default({}),
  respell: z.array(z.strictObject({ find: stringBy(regularExpression), write: z.string() })).default([]),
  accentsTellStopWords: z.boolean().default(false),
  stopWords: listBy(word),
});
export type QuestionWords = z.infer<typeof questions>;

/** Texts by the region of the pet's locale (`US` of `en-US`); `other` for all other regions. */
const helpText = z
  .object({ other: stringBy(paragraph) })
  .catchall(stringBy(paragraph))
  .superRefine((byRegion, context) => {
    for (const region of Object.keys(byRegion))
      if (region !== "other" && !/^[A-Z]{2}$/.test(region))
        context.addIssue({ code: "custom", path: [region], message: "must be two capital letters or 'other'" });
  });

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
});
export type EmergencyWords = z.infer<typeof emergency>;
export type EmergencyKind = keyof EmergencyWords["help"];

const severalBy = (rule: Rule) => listBy(rule).min(3);
const saying = severalBy(phrasing());

const phrases = {
  leadIn: severalBy((value) => (value === "" ? null : phrasing()(value))),
  quoteDiary: severalBy(phrasing("text")),
  quotePage: severalBy(phrasing("text", "name", "page")),
  quoteDocument: severalBy(phrasing("text", "name")),
  also: severalBy(phrasing("text")),
  unknown: saying,
  personalUnknown: saying,
  whyUnknown: saying,
  noMore: saying,
  andYou: saying,
  greeting: saying,
  howAreYou: saying,
  thanks: saying,
  goodbye: saying,
  whoAreYou: saying,
  areYouReal: saying,
  love: saying,
  praise: saying,
};

const patternNames = [
  ...["greeting", "howAreYou", "thanks", "goodbye", "whoAreYou", "areYouReal", "love", "praise"],
  ...["why", "more", "andYou", "firstPerson", "personal"],
] as const;

const partName = /<([a-z]+)>/g;

/** Inserts the named parts into the patterns. A test checks that they are regular expressions, as it takes 0.1 s. */
export const diaryVoice = z
  .strictObject({
    note,
    ...phrases,
    parts: z.record(z.string().regex(/^[a-z]+$/), z.string()).default({}),
    patterns: z.record(z.enum(patternNames), z.string().min(1)),
  })
  .transform(({ note: _, parts, patterns, ...lists }, context) => {
    const known = new Map<string, string>();
    const fill = (source: string, path: string[]) =>
      source.replace(partName, (whole, name: string) => {
        const part = known.get(name);
        if (part === undefined) context.addIssue({ code: "custom", path, message: `${whole} is no part given before` });
        return part ?? whole;
      });
    for (const [name, source] of Object.entries(parts)) known.set(name, fill(source, ["parts", name]));
    const filled = { ...patterns };
    for (const name of patternNames) filled[name] = fill(patterns[name], ["patterns", name]);
    return { ...lists, patterns: filled };
  });
export type Phrases = z.infer<typeof diaryVoice>;

/** By the key of a seeded question: ways to ask it, and words that its answers contain. */
export const paraphrases = z.record(
  z.string(),
  z.strictObject({ ask: listBy(line).min(1), terms: listBy(line).min(1) }),
);
export type Paraphrases = z.infer<typeof paraphrases>;

const isSubject: Rule = (value) =>
  /[.?!:;。？！؟।{}]/u.test(value) ? "must be a subject, not a sentence" : line(value);

/** By the key of a seeded question: the question as a pet of the language asks its owner, and what it calls the subject. */
export const diaryQuestions = z.record(
  z.string(),
  z.strictObject({ question: stringBy(line), topic: stringBy(isSubject) }),
);
export type DiaryQuestions = z.infer<typeof diaryQuestions>;

/** What a message may be by what is meant: a list of examples for each in turns.json. */
export const turnKinds = [
  ...["greeting", "farewell", "thanks", "howAreYou", "compliment", "insult", "jokeWanted", "whoAreYou", "areYouReal"],
  ...["sad", "lonely", "griefForMe", "griefForOther", "joy", "fear", "anger", "guilt", "illness"],
  ...["loveTold", "loveAsked", "aboutMe", "rememberName", "rememberAge", "why", "more", "andYou"],
  ...["yes", "no", "ok", "laugh", "nonsense", "care", "question"],
] as const;
export type TurnKind = (typeof turnKinds)[number];

export const turns = z.strictObject({ note, examples: z.record(z.enum(turnKinds), listBy(line).min(5)) });
export type TurnWords = z.infer<typeof turns>;
