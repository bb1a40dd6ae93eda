import { wordsIn } from "#server/understanding/languages/segments.ts";
import { type PetProfile, petProfile, profileLines } from "#shared/pet-profile.ts";

/**
 * Character cards, the form in which programs for talking with characters exchange them: 'chara_card_v2' (2023) and
 * 'chara_card_v3' (2024), with the fields that their specifications list. Every required field is there, also where it is
 * empty.
 */

export interface CardPet extends PetProfile {
  name: string;
  systemPrompt: string;
  language: string;
  voiceName: string;
  createdAt: Date;
  updatedAt: Date;
}

/** In the diary's order. */
export interface CardDiaryEntry {
  question: string;
  category: string | null;
  answer: string;
}

export interface CardInput {
  pet: CardPet;
  diary: readonly CardDiaryEntry[];
  creator: string;
}

/** So many answers are in the description; all of them are in the character book. */
const DESCRIPTION_ANSWERS = 6;
const MAX_KEYS = 8;
/** In how many of the last messages programs look for an entry's keys. */
const SCAN_DEPTH = 4;

export function characterCardV2(input: CardInput) {
  return {
    spec: "chara_card_v2",
    spec_version: "2.0",
    data: { ...commonData(input), character_book: bookOf(input, () => ({})) },
  };
}

export function characterCardV3(input: CardInput) {
  const { createdAt, updatedAt } = input.pet;
  return {
    spec: "chara_card_v3",
    spec_version: "3.0",
    data: {
      ...commonData(input),
      character_book: bookOf(input, () => ({ use_regex: false })),
      group_only_greetings: [],
      creation_date: inSeconds(createdAt),
      modification_date: inSeconds(updatedAt),
    },
  };
}

function commonData({ pet, diary, creator }: CardInput) {
  return {
    name: pet.name,
    description: [
      ...profileLines(pet),
      ...diary.slice(0, DESCRIPTION_ANSWERS).map(({ question, answer }) => `${question}\n${answer}`),
    ].join("\n\n"),
    personality: "",
    scenario: "",
    first_mes: "",
    mes_example: "",
    creator_notes: `A pet that speaks for itself. Language: ${pet.language}. Voice: ${pet.voiceName}.`,
    system_prompt: pet.systemPrompt,
    post_history_instructions: "",
    alternate_greetings: [],
    tags: ["pet", ...(pet.species === null ? [] : [pet.species]), pet.language],
    creator,
    character_version: "1.0",
    extensions: { pet_talk: { language: pet.language, voice_name: pet.voiceName, ...petProfile.parse(pet) } },
  };
}

/** The diary as a character book: one entry for each answer, given to the model when a key of it is said. */
function bookOf<Extra extends object>({ pet, diary }: CardInput, extra: () => Extra) {
  return {
    name: `${pet.name}'s diary`,
    description: "What its owner wrote down for it.",
    scan_depth: SCAN_DEPTH,
    recursive_scanning: false,
    extensions: {},
    entries: diary.map(({ question, category, answer }, index) => {
      const keys = keysOf(question, answer);
      return {
        keys,
        content: `${question}\n${answer}`,
        extensions: {},
        enabled: true,
        insertion_order: index,
        case_sensitive: false,
        ...extra(),
        name: question,
        priority: 10,
        id: index,
        comment: category ?? "",
        selective: false,
        secondary_keys: [],
        // An entry without keys would never be used, so it always is.
        constant: keys.length === 0,
        position: "before_char",
      };
    }),
  };
}

const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The words of a question that say what it is about, and the names in its answer. */
export function keysOf(question: string, answer: string): string[] {
  const keys = new Set<string>();
  for (const word of wordsIn(question, "en")) if (isTelling(word)) keys.add(word.toLowerCase());
  for (const name of namesIn(answer)) keys.add(name);
  return [...keys].slice(0, MAX_KEYS);
}

/** Whether a word may be a key. In scripts with spaces short words rarely say what a question is about. */
const isTelling = (word: string): boolean =>
  !common.has(word.toLowerCase()) && (/^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(word) ? word.length > 2 : true);

/** The words with a capital letter that do not begin a sentence. Only scripts with spaces between words have capitals. */
function* namesIn(answer: string): Generator<string> {
  let isFirst = true;
  for (const [found] of answer.matchAll(/[\p{L}\p{N}](?:['’]?[\p{L}\p{M}\p{N}_])*|[.!?。！？\n]/gu)) {
    if (!isFirst && isName(found)) yield found;
    isFirst = /^[.!?。！？\n]/.test(found);
  }
}

const isName = (word: string): boolean => /^\p{Lu}\p{L}{2,}$/u.test(word) && !common.has(word.toLowerCase());

/** Words that are frequent in questions and say nothing about their subject. */
const common = new Set(
  `about after again all also always and another any anything are because been before being best but can could did does
  doing done each else ever every everything favorite favourite first for from get give gets got had has have her here hers
  him his how into its just kind like likes look looks made make makes many more most much must myself name never not now
  often only other our out over own part really say see she should some something still such take tell than that the their
  them then there these they thing things think this those through time too use used usually very want was way were what
  when where which while who whom whose why will with would you your yours`.split(/\s+/),
);
