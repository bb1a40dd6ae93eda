import { z } from "zod";
import { line, listBy } from "./rules.ts";

export const relativeName = z.enum([
  ...["mother", "father", "parent", "sister", "brother", "sibling", "son", "daughter", "child"],
  ...["grandmother", "grandfather", "grandparent", "grandchild", "aunt", "uncle", "cousin", "niece", "nephew"],
  ...[
    "wife",
    "husband",
    "partner",
    "inlaw",
    "friend",
    "neighbor",
    "boss",
    "colleague",
    "teacher",
    "roommate",
    "family",
  ],
] as const);
export type RelativeName = z.infer<typeof relativeName>;

export const topicName = z.enum([
  ...["home", "origin", "work", "study", "birthday", "age", "name", "marriage", "music", "sport", "hobby", "reading"],
  ...[
    "film",
    "food",
    "drink",
    "diet",
    "like",
    "dislike",
    "fear",
    "color",
    "trip",
    "house",
    "vehicle",
    "speech",
    "hand",
  ],
  ...[
    "appointment",
    "found",
    "habit",
    "animal",
    "sleep",
    "size",
    "looks",
    "game",
    "water",
    "weather",
    "plan",
    "success",
  ],
] as const);
export type TopicName = z.infer<typeof topicName>;

const words = listBy(line).min(1);

/** Words for whom and what people tell of; a star stands for any letters. */
export const memoryTopicWords = z.strictObject({
  self: words,
  us: words,
  relatives: z.record(relativeName, words),
  topics: z.record(topicName, words),
});
export type MemoryTopicWords = z.infer<typeof memoryTopicWords>;
