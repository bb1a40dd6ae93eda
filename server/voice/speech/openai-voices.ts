import { type VoiceMap, voiceMapKeys } from "#shared/voice-map.ts";
import { findVoice, type Voice, voices } from "#shared/voices.ts";

/** What a server is asked for in place of a voice of the catalog. */
export interface ServerVoice {
  readonly voice: string;
  /** 1 is the voice's own. */
  readonly speed: number;
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
 * @param offered the server's list; empty where it has none
 */
export function serverVoice(name: string, map: VoiceMap, offered: readonly string[]) {
  const voice = findVoice(name);
  if (voice === undefined) return null;
  const mapped = voiceMapKeys(voice).flatMap((key) => map.get(key) ?? [])[0];
  if (mapped !== undefined) return { voice: mapped, speed: 1 } satisfies ServerVoice;
  const fitting = fittingVoices(voice, offered);
  const position = alike(voice).indexOf(voice);
  return {
    voice: fitting[position % fitting.length] ?? openAiVoices[voice.gender][0] ?? "",
    speed: speeds[Math.floor(position / fitting.length) % speeds.length] ?? 1,
  } satisfies ServerVoice;
}

function fittingVoices({ language, gender }: Voice, offered: readonly string[]): readonly string[] {
  if (offered.length === 0) return openAiVoices[gender];
  const letter = kokoroLetters[language] ?? kokoroLetters[language.slice(0, 2)];
  const kokoro = letter === undefined ? [] : offered.filter((name) => name.startsWith(`${letter}${gender.charAt(0)}_`));
  if (kokoro.length > 0) return kokoro;
  const known = offered.filter((name) => openAiVoices[gender].includes(name));
  return known.length > 0 ? known : offered;
}

const alike = ({ language, gender }: Voice): Voice[] =>
  voices.filter((voice) => voice.language === language && voice.gender === gender);
