import { type Voice, voices } from "./voices.ts";

/** A speech server's names of voices, by what they stand for: `en-gb female` -> `bf_emma`. */
export type VoiceMap = ReadonlyMap<string, string>;

/** What a map may call a voice, the most exact first: `en-gb-sonianeural`, `en-gb female`, `en female`, `en-gb`, `en`, `female`. */
export function voiceMapKeys({ name, language, gender }: Voice): string[] {
  const short = language.slice(0, 2);
  return [name, `${language} ${gender}`, `${short} ${gender}`, language, short, gender].map((key) => key.toLowerCase());
}

/** What a map says of a voice. */
export const mappedVoice = (voice: Voice, map: VoiceMap): string | undefined =>
  voiceMapKeys(voice).flatMap((key) => map.get(key) ?? [])[0];

/**
 * The text of a map in which a voice is spoken by another of the server, or by none of its own. What was said of many voices
 * at once is said of each, so that one can differ.
 */
export function withServerVoice(text: string, { name }: Voice, chosen: string): string {
  const map = readVoiceMap(text);
  const own = chosen.replace(/[,=\s]+/g, " ").trim();
  const before = (voice: Voice) => (typeof map === "string" ? "" : (mappedVoice(voice, map) ?? ""));
  const entries = voices.map((voice) => [voice.name, voice.name === name ? own : before(voice)] as const);
  return entries.flatMap(([of, by]) => (by === "" ? [] : [`${of} = ${by}`])).join(", ");
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
