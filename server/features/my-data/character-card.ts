import { crc32 } from "node:zlib";
import { wordsIn } from "#server/understanding/languages/segments.ts";
import { type PetProfile, petProfile, profileLines } from "#shared/pet-profile.ts";

/** Programs exchange characters as 'chara_card_v2' (2023) and 'chara_card_v3' (2024). */

export interface CardPet extends PetProfile {
  diedOn?: string | null;
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

/** The character book has all of them. */
const DESCRIPTION_ANSWERS = 6;
const MAX_KEYS = 8;
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

/** An answer reaches the model when one of its keys is said. */
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
        // An entry without keys would never be used.
        constant: keys.length === 0,
        position: "before_char",
      };
    }),
  };
}

const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export function keysOf(question: string, answer: string): string[] {
  const keys = new Set<string>();
  for (const word of wordsIn(question, "en")) if (isTelling(word)) keys.add(word.toLowerCase());
  for (const name of namesIn(answer)) keys.add(name);
  return [...keys].slice(0, MAX_KEYS);
}

/** Short words rarely say what a question is about, except in scripts without spaces. */
const isTelling = (word: string): boolean =>
  !common.has(word.toLowerCase()) && (/^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(word) ? word.length > 2 : true);

/** Only scripts with spaces have capitals. */
function* namesIn(answer: string): Generator<string> {
  let isFirst = true;
  for (const [found] of answer.matchAll(/[\p{L}\p{N}](?:['’]?[\p{L}\p{M}\p{N}_])*|[.!?。！？\n]/gu)) {
    if (!isFirst && isName(found)) yield found;
    isFirst = /^[.!?。！？\n]/.test(found);
  }
}

const isName = (word: string): boolean => /^\p{Lu}\p{L}{2,}$/u.test(word) && !common.has(word.toLowerCase());

/** Frequent in questions, whatever their subject. */
const common = new Set(
  `about after again all also always and another any anything are because been before being best but can could did does
  doing done each else ever every everything favorite favourite first for from get give gets got had has have her here hers
  him his how into its just kind like likes look looks made make makes many more most much must myself name never not now
  often only other our out over own part really say see she should some something still such take tell than that the their
  them then there these they thing things think this those through time too use used usually very want was way were what
  when where which while who whom whose why will with would you your yours`.split(/\s+/),
);

const PAW_PRINT = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 48 48">
<rect width="48" height="48" fill="#fcf4e6"/>
<g fill="#a8401c" transform="translate(0 -2.25)"><ellipse cx="20.2" cy="19.6" rx="2.7" ry="3.6"/><ellipse cx="27.8" cy="19.6" rx="2.7" ry="3.6"/>
<ellipse cx="14.2" cy="25" rx="2.5" ry="3.3"/><ellipse cx="33.8" cy="25" rx="2.5" ry="3.3"/><ellipse cx="24" cy="31" rx="7.5" ry="5.5"/></g></svg>`;

/** Signature and first chunk of a PNG; readers find the text next, without the pixels. */
const HEAD_BYTES = 33;

/** Carries the card for both versions as JSON in Base64: `chara` for 2, `ccv3` for 3. */
export async function cardPicture(input: CardInput, picture: Uint8Array | null): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const png = await sharp(picture ?? Buffer.from(PAW_PRINT))
    .png()
    .toBuffer();
  return Buffer.concat([
    png.subarray(0, HEAD_BYTES),
    textChunk("chara", characterCardV2(input)),
    textChunk("ccv3", characterCardV3(input)),
    png.subarray(HEAD_BYTES),
  ]);
}

function textChunk(keyword: string, card: object): Buffer {
  const content = Buffer.from(`tEXt${keyword}\0${Buffer.from(JSON.stringify(card)).toString("base64")}`);
  const chunk = Buffer.alloc(content.length + 8);
  // Without the chunk's name.
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}
