import type { Language } from "../languages/languages.ts";
import type { TopicName } from "../languages/memory-topics-schema.ts";
import { analyze, contentWords } from "./analyze.ts";
import { languagesOf } from "./language.ts";
import { slotOf } from "./memorable.ts";
import { memoryPatterns, plainSpelling, smallLetters } from "./memory-patterns.ts";
import { areCompatible, topicsIn } from "./memory-topics.ts";

const WORDS_OF_NAME = 10;
/** Of those after the word that says so: "the birthday of my mother". */
const WORDS_AFTER = { birthday: 2, name: 2, work: 0, home: 0 } as const;

const relationNames = ["birthday", "name", "work", "home"] as const;

/** Whether one text says anew what the other says, of the same person: 'Ben moved to Berlin' of 'Ben lives in Kiel'. */
export function isNewsOf(one: string, other: string, locale: string): boolean {
  const slot = slotOf(one, locale);
  if (slot !== null && slot !== "favorite" && slot === slotOf(other, locale)) return true;
  return languagesOf(one, locale).some(
    (language) => tellsAnew(one, other, language) || isEnd(one, other, language) || isChange(one, other, language),
  );
}

/** What somebody has one of at a time. */
const single: readonly TopicName[] = [
  ...(["home", "work", "study", "age", "name", "marriage", "diet", "vehicle", "size", "looks", "sleep"] as const),
  ...(["drink", "color", "hand"] as const),
];
/** What goes with nearly everything. */
const broad: readonly TopicName[] = ["like", "dislike", "habit", "plan", "success", "game"];

/** What is otherwise by now, of the same topic and person: 'Anna is eight now' of 'My daughter Anna is seven'. */
function isChange(one: string, other: string, language: Language): boolean {
  if (!memoryPatterns(language).changed.test(smallLetters(plainSpelling(one)))) return false;
  const [now, before] = [topicsIn(one, language), topicsIn(other, language)];
  const isNamed = now.name !== null && now.name === before.name;
  if (now.name !== null && before.name !== null && !isNamed && now.isOfRelative && before.isOfRelative) return false;
  const shared = [...now.topics].filter((topic) => before.topics.has(topic));
  if (isNamed || (now.isOfRelative && before.isOfRelative && areCompatible(now.relatives, before.relatives)))
    return shared.some((topic) => !broad.includes(topic));
  const isOfSelf = now.isOfSelf && before.isOfSelf && !now.isOfRelative && !before.isOfRelative;
  return isOfSelf && shared.some((topic) => single.includes(topic));
}

function tellsAnew(one: string, other: string, language: Language): boolean {
  const [now, before] = [relationIn(one, language), relationIn(other, language)];
  if (now === null || before === null || now.name !== before.name) return false;
  return now.who.some((term) => before.who.includes(term));
}

/** What is so no more: two words of what was so are said again, or half of them. */
function isEnd(one: string, other: string, language: Language): boolean {
  if (!memoryPatterns(language).ended.test(smallLetters(plainSpelling(one)))) return false;
  const said = new Set(analyze(one, language.code));
  const known = [...new Set(analyze(other, language.code))];
  const shared = known.filter((term) => said.has(term));
  return shared.length >= 2 || (shared.length > 0 && shared.length * 2 >= known.length);
}

/** Whose home, work, birthday or name it is stands before the word that says so, or right after it. */
function relationIn(text: string, language: Language): { name: string; who: string[] } | null {
  const small = smallLetters(plainSpelling(text));
  const { relations } = memoryPatterns(language);
  for (const name of relationNames) {
    const found = relations[name].exec(small);
    if (found === null) continue;
    // Whole words: 'hermano' and 'hermana' have one stem.
    const words = (part: string) =>
      language.writing.spaced ? contentWords(part, language.code, WORDS_OF_NAME) : analyze(part, language.code);
    const before = words(small.slice(0, found.index));
    const after = words(small.slice(found.index + found[0].length));
    return { name, who: [...before, ...after.slice(0, language.writing.script === "Arabic" ? 1 : WORDS_AFTER[name])] };
  }
  return null;
}
