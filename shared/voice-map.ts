import { type Voice, voices } from "./voices.ts";

/** A speech server's names of voices, by what they stand for: `en-gb female` -> `bf_emma`. */
export type VoiceMap = ReadonlyMap<string, string>;

/** What a map may call a voice, the most exact first: `en-gb-sonianeural`, `en-gb female`, `en female`, `en-gb`, `en`, `female`. */
export function voiceMapKeys({ name, language, gender }: Voice): string[] {
  const short = language.slice(0, 2);
  return [name, `${language} ${gender}`, `${short} ${gender}`, language, short, gender].map((key) => key.toLowerCase());
}

const allKeys = new Set(voices.flatMap(voiceMapKeys));

/** Reads `en-GB female = bf_emma, male = onyx`; a string says which entry can't be read. */
export function readVoiceMap(text: string): VoiceMap | string {
  const map = new Map<string, string>();
  for (const entry of text.split(/[,\n]/)) {
    if (entry.trim() === "") continue;
    const [key = "", voice = "", ...more] = entry.split("=").map((part) => part.trim().replace(/\s+/g, " "));
    if (more.length > 0 || voice === "" || !allKeys.has(key.toLowerCase()))
      return `'${entry.trim().slice(0, 60)}' is no entry such as 'en-GB female = bf_emma' or 'male = onyx'`;
    map.set(key.toLowerCase(), voice);
  }
  return map;
}
