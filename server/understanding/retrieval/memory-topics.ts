import { LRUCache } from "lru-cache";
import { type Language, oncePerLanguage } from "../languages/languages.ts";
import { type RelativeName, relativeName, type TopicName, topicName } from "../languages/memory-topics-schema.ts";
import type { Script } from "../languages/schema.ts";
import { fold, normalize } from "./analyze.ts";
import { languagesOf } from "./language.ts";
import { withLetters } from "./memory-patterns.ts";

/** Whom and what a memory, or a question for one, is about. */
export interface MemoryTopics {
  /** In the words of the person: 'I', 'our'. */
  isOfSelf: boolean;
  /** 'We', 'our'. */
  isOfUs: boolean;
  relatives: ReadonlySet<RelativeName>;
  topics: ReadonlySet<TopicName>;
  /** It begins with a relative: 'My sister lives in Ghent', but not 'I live with my sister'. */
  isOfRelative: boolean;
  /** In small letters, of the one of whom it tells; null where none is seen. */
  name: string | null;
}

/** What a word for several people names too. */
const wider: Partial<Record<RelativeName, RelativeName>> = {
  ...{ mother: "parent", father: "parent", sister: "sibling", brother: "sibling", son: "child", daughter: "child" },
  ...{ grandmother: "grandparent", grandfather: "grandparent", wife: "partner", husband: "partner" },
};

/** Whether they may be the same person: a brother is a sibling, and no sister. */
export function areCompatible(some: ReadonlySet<RelativeName>, others: ReadonlySet<RelativeName>): boolean {
  const isOneOf = (one: RelativeName, all: ReadonlySet<RelativeName>) => {
    const general = wider[one];
    return all.has(one) || (general !== undefined && all.has(general));
  };
  if (some.has("family") || others.has("family")) return some.size > 0 && others.size > 0;
  return [...some].some((one) => isOneOf(one, others)) || [...others].some((one) => isOneOf(one, some));
}

/** In characters, before which the one of whom a sentence tells is named. */
const BEGINNING = { spaced: 20, unspaced: 6 } as const;

const read = new LRUCache<string, MemoryTopics>({ max: 2000 });

export function topicsOfMemory(text: string, locale: string): MemoryTopics {
  const key = `${locale}\n${text}`;
  const cached = read.get(key) ?? topicsOf(text, locale);
  read.set(key, cached);
  return cached;
}

function topicsOf(text: string, locale: string): MemoryTopics {
  const found = languagesOf(text, locale).map((language) => topicsIn(text, language));
  return found.find(({ relatives, topics }) => relatives.size + topics.size > 0) ?? found[0] ?? nothing;
}

const nothing: MemoryTopics = {
  ...{ isOfSelf: false, isOfUs: false, isOfRelative: false, name: null },
  ...{ relatives: new Set(), topics: new Set() },
};

export function topicsIn(text: string, language: Language): MemoryTopics {
  const plain = fold(normalize(text.replaceAll(/[’‘ʼ]/g, "'")));
  const { self, us, relatives, topics, isSpaced } = patternsOf(language);
  const named = relatives.flatMap(([name, pattern]) => {
    const found = pattern.exec(plain);
    return found === null ? [] : [{ name, from: found.index, to: found.index + found[0].length }];
  });
  const beginning = isSpaced ? BEGINNING.spaced : BEGINNING.unspaced;
  const first = named.toSorted((one, other) => one.from - other.from || other.to - one.to)[0];
  const told = new Set(topics.flatMap(([name, pattern]) => (pattern.test(plain) ? [name] : [])));
  // 'I don't like'
  if (told.has("dislike")) told.delete("like");
  const name = nameIn(plain.length === text.length && first !== undefined ? text.slice(first.to) : text);
  return {
    isOfSelf: self.test(plain),
    isOfUs: us.test(plain),
    relatives: new Set(named.map(({ name }) => name)),
    topics: told,
    isOfRelative: first !== undefined && first.from < beginning,
    name: name === null || self.test(fold(name)) ? null : name,
  };
}

/** The name with which a text begins, in small letters: 'Anna is seven', or what comes after 'my daughter'. */
const nameIn = (text: string): string | null =>
  /^[\s,の]*(\p{Lu}\p{Ll}+|[\p{sc=Han}\p{sc=Kana}]{1,6}?(?=[はがも])|[\p{sc=Hang}]{1,4}?(?=[은는이가] ))/u
    .exec(text)?.[1]
    ?.toLowerCase() ?? null;

const patternsOf = oncePerLanguage(({ memoryTopics, writing }) => {
  const isKorean = writing.script === "Korean";
  const isSpaced = writing.spaced;
  // Arabic joins "and", "in" and "the" to a word; Korean particles stand at its end.
  const joined = writing.script === "Arabic" ? "[وف]?[بلك]?(?:ال|لل)?" : "";
  const before = isSpaced ? `(?<![\\p{L}\\p{M}\\p{N}])${joined}` : "";
  const after = isSpaced && !isKorean ? "(?![\\p{L}\\p{M}\\p{N}])" : "";
  const anyOf = (list: readonly string[], end = after) =>
    new RegExp(`${before}(?:${list.map((words) => inLetters(words, writing.script)).join("|")})${end}`, "u");
  const afterAll = isSpaced ? "(?![\\p{L}\\p{M}\\p{N}])" : "";
  return {
    isSpaced,
    ...{ self: anyOf(memoryTopics.self, afterAll), us: anyOf(memoryTopics.us, afterAll) },
    relatives: relativeName.options.map((name) => [name, anyOf(memoryTopics.relatives[name])] as const),
    topics: topicName.options.map((name) => [name, anyOf(memoryTopics.topics[name])] as const),
  };
});

const inLetters = (words: string, script: Script): string =>
  withLetters(fold(normalize(words)).replaceAll(/(?<!\.)\*/g, "[\\p{L}]*"), script);
