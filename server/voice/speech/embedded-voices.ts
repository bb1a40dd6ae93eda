import { findVoice, type Voice, voices } from "#shared/voices.ts";

export interface EmbeddedVoice {
  /** With a variant (the timbre), such as `en-us+f3`. */
  readonly identifier: string;
  /** 0 to 99 around the variant's own 50. */
  readonly pitch: number;
  readonly rate: number;
}

// The synthesizer has no Australian and no Canadian voice: the nearest accent is used.
const identifiers: Record<string, string> = {
  "en-US": "en-us",
  "en-GB": "en-gb-x-rp",
  "en-AU": "en-gb-x-rp",
  "en-CA": "en-us",
  "es-ES": "es",
  "es-MX": "es-419",
  "fr-FR": "fr",
  "fr-CA": "fr",
  "de-DE": "de",
  "it-IT": "it",
  "pt-BR": "pt-br",
  "pt-PT": "pt",
  "zh-CN": "cmn",
  "ja-JP": "ja",
  "ko-KR": "ko",
  "nl-NL": "nl",
  "ru-RU": "ru",
  "hi-IN": "hi",
  "ar-SA": "ar",
};

// Voices of one accent and gender get different ones.
const timbres: Record<Voice["gender"], readonly (readonly [variant: string, pitch: number, rate: number])[]> = {
  female: [
    ["f3", 52, 165],
    ["f2", 60, 172],
    ["f4", 46, 158],
    ["f1", 55, 165],
    ["f3", 68, 178],
    ["f2", 44, 155],
  ],
  male: [
    ["m3", 45, 165],
    ["m7", 38, 158],
    ["m1", 52, 172],
    ["m2", 32, 155],
    ["m3", 60, 176],
  ],
};

export function embeddedVoice(voiceName: string): EmbeddedVoice | null {
  const voice = findVoice(voiceName);
  const identifier = voice && identifiers[voice.language];
  if (!voice || !identifier) return null;
  const choices = timbres[voice.gender];
  const [variant, pitch, rate] = choices[positionAmongAlike(voice, identifier) % choices.length] ?? ["", 50, 165];
  return { identifier: variant === "" ? identifier : `${identifier}+${variant}`, pitch, rate };
}

function positionAmongAlike(voice: Voice, identifier: string): number {
  return voices
    .filter((other) => other.gender === voice.gender && identifiers[other.language] === identifier)
    .indexOf(voice);
}
