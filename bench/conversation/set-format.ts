import { z } from "zod";

/**
 * A set of questions to pets with what a fitting reply holds, written by people who had not seen the code or its words.
 * A language has two: what is in `seen` may be read while working on the product, `unseen` is only for the figures.
 */

const id = z.string().regex(/^[a-z0-9-]+$/);
const text = z.string().trim().min(1);

/** One of each group has to occur in the reply, letter case aside; each group has one that stands in the source itself. */
const facts = z.array(z.array(text).min(1)).min(1);

/** An answer in the diary: to one of the product's own questions (`seed`, its key), or to one of the owner's. */
const diaryEntry = z
  .strictObject({ id, seed: z.string().optional(), question: text.optional(), answer: text })
  .refine(({ seed, question }) => (seed === undefined) !== (question === undefined), "either a seed or a question");

const pet = z.strictObject({
  id,
  name: text,
  species: z.enum(["dog", "cat", "rabbit", "bird", "horse", "guinea_pig", "tortoise", "other"]),
  otherSpecies: text.optional(),
  birthday: z.iso.date().nullable(),
  personality: text,
  /** The first name of the person who talks with the pet. */
  person: text,
  diary: z.array(diaryEntry).min(3),
  documents: z.array(z.strictObject({ id, name: text, pages: z.array(text).min(1) })),
});

/** What a turn is, whatever its words. */
export const acts = [
  ...["greeting", "farewell", "thanks", "howAreYou", "compliment", "insult", "jokeWanted", "whoAreYou", "areYouReal"],
  ...["sad", "lonely", "grief", "joy", "fear", "anger", "guilt", "love", "aboutMe", "why", "more", "andYou"],
  ...["yes", "no", "ok", "laugh", "emoji", "silence", "nonsense", "care", "emergency", "question"],
] as const;
const act = z.enum(acts);
export type Act = z.infer<typeof act>;
const petId = id;

const asked = z.strictObject({ pet: petId, ask: text, source: id, facts });
const said = z.strictObject({
  pet: petId,
  say: z.string(),
  expect: z.array(act).min(1),
  never: z.array(text).optional(),
});

export const conversationSet = z.strictObject({
  language: z.string(),
  locale: z.string(),
  pets: z.array(pet).min(2),
  /** Of a diary answer, in words that question and answer hardly hold. */
  far: z.array(asked),
  /** Of a diary answer, as people write and say it: typos, shorthand, no punctuation, children. */
  people: z.array(asked),
  /** Of a document. */
  documents: z.array(asked),
  /** `before`: what the same person asked just before, each answered in its turn. */
  followUps: z.array(asked.extend({ before: z.array(text).min(1) })),
  /** Nothing in the pet's material tells it. */
  unanswerable: z.array(z.strictObject({ pet: petId, ask: text })),
  /** Two sources fit equally well. */
  ambiguous: z.array(z.strictObject({ pet: petId, ask: text, sources: z.array(id).length(2) })),
  feelings: z.array(said),
  smallTalk: z.array(said),
  /** May the pet have this? `never`: it harms; `little`: in small amounts, or prepared in a certain way; `fine`. */
  care: z.array(z.strictObject({ pet: petId, ask: text, verdict: z.enum(["never", "little", "fine"]) })),
  emergencies: z.array(
    z.strictObject({
      pet: petId,
      say: text,
      who: z.enum(["animal", "person"]),
      wording: z.enum(["plain", "indirect"]),
    }),
  ),
  /** Sounds like an emergency and is none. */
  harmless: z.array(z.strictObject({ pet: petId, say: text })),
  talks: z.array(
    z.strictObject({
      pet: petId,
      turns: z.array(
        z.strictObject({
          say: z.string(),
          expect: z.array(act).optional(),
          source: id.nullable().optional(),
          facts: facts.optional(),
          must: z.array(z.array(text).min(1)).optional(),
          never: z.array(text).optional(),
        }),
      ),
    }),
  ),
});
export type ConversationSet = z.infer<typeof conversationSet>;
