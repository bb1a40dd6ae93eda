import { z } from "zod";

/**
 * A set of questions to pets with what a fitting reply holds, written by people who had not seen the code or its words.
 * A language has two: what is in `seen` may be read while working on the product, `unseen` is only for the figures.
 */

const id = z.string().regex(/^[a-z0-9-]+$/);
const text = z.string().trim().min(1);

/**
 * Groups of alternatives: a reply must contain one of each group, in any letter case. The source contains one of each
 * too.
 */
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

/** The kinds of turns, by what the person means and not by the words. */
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
  /** Questions that a diary answer fits, in words that hardly occur in it or its question. */
  far: z.array(asked),
  /** Questions that a diary answer fits, as people write them: typos, shorthand, no punctuation, children. */
  people: z.array(asked),
  /** Questions that a document answers. */
  documents: z.array(asked),
  /** `before`: the questions that the same person asked before, in order; each gets a reply. */
  followUps: z.array(asked.extend({ before: z.array(text).min(1) })),
  /** Questions that neither diary nor documents answer. */
  unanswerable: z.array(z.strictObject({ pet: petId, ask: text })),
  /** Questions that two sources fit equally well. */
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
  /** Messages that sound like an emergency and are none. */
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
