import { mappedVoice, type VoiceMap } from "#shared/voice-map.ts";
import { findVoice, type Voice, voices } from "#shared/voices.ts";

/** What a server is asked for in place of a voice of the catalog. */
export interface ServerVoice {
  readonly voice: string;
  /** 1 is the voice's own. */
  readonly speed: number;
  /** Whether the server never named it. */
  readonly isGuess: boolean;
}

/** OpenAI's own, which servers that speak its API often take as names for theirs. */
const openAiVoices: Record<Voice["gender"], readonly string[]> = {
  female: ["nova", "shimmer", "coral", "sage"],
  male: ["onyx", "echo", "ash"],
};

/** Kokoro's names begin with a letter for the language and one for the gender: `bf_emma`. It has no German, Dutch or Russian. */
const kokoroLetters: Record<string, string> = {
  "en-US": "a",
  "en-CA": "a",
  "en-GB": "b",
  "en-AU": "b",
  es: "e",
  fr: "f",
  hi: "h",
  it: "i",
  ja: "j",
  pt: "p",
  zh: "z",
};

/** More voices of the catalog than the server has for them still differ a little. */
const speeds = [1, 0.94, 1.06];

/**
 * The server's voice for one of the catalog: what an administrator's map says, else one that fits by language and gender.
 * Null where the catalog has no such voice, or the server none that speaks its language.
 * @param offered the server's list; empty where it has none
 * @param unknown names that the server has refused
 */
export function serverVoice(
  name: string,
  map: VoiceMap,
  offered: readonly string[],
  unknown: ReadonlySet<string> = new Set(),
): ServerVoice | null {
  const voice = findVoice(name);
  if (voice === undefined) return null;
  const mapped = mappedVoice(voice, map);
  if (mapped !== undefined) return { voice: mapped, speed: 1, isGuess: false };
  const fitting = fittingVoices(voice, offered).filter((other) => !unknown.has(other));
  const position = alike(voice).indexOf(voice);
  const chosen = fitting[position % fitting.length];
  if (chosen === undefined) return null;
  const speed = speeds[Math.floor(position / fitting.length) % speeds.length] ?? 1;
  return { voice: chosen, speed: chosen === name ? 1 : speed, isGuess: !offered.includes(chosen) };
}

function fittingVoices(voice: Voice, offered: readonly string[]): readonly string[] {
  const { name, gender } = voice;
  if (offered.length === 0) return openAiVoices[gender];
  // Some pass Azure's own voices on.
  if (offered.includes(name)) return [name];
  const named = offered.filter((other) => languageOf(other) !== null);
  const speaking = named.filter((other) => speaks(other, voice));
  if (speaking.length > 0) return speaking;
  const known = offered.filter((other) => openAiVoices[gender].includes(other));
  return known.length > 0 ? known : offered.filter((other) => !named.includes(other));
}

/** By the habits of Kokoro (`bf_emma`), and of Piper and others (`de_DE-thorsten-medium`, `fr`). */
function languageOf(name: string): string | null {
  if (/^[a-z][fm]_/.test(name)) return name.slice(0, 2);
  return /^([a-z]{2})(?=$|[-_])(?:[-_][A-Z]{2}(?=$|[-_]))?/.exec(name)?.[0].replace("_", "-") ?? null;
}

function speaks(name: string, { language, gender }: Voice): boolean {
  const own = languageOf(name) ?? "";
  const short = language.slice(0, 2);
  const letter = kokoroLetters[language] ?? kokoroLetters[short];
  return /^[a-z][fm]_/.test(name) ? own === `${letter ?? "-"}${gender.charAt(0)}` : own === language || own === short;
}

const alike = ({ language, gender }: Voice): Voice[] =>
  voices.filter((voice) => voice.language === language && voice.gender === gender);
