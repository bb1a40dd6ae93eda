/** `name` is the id of an Azure neural voice; other engines map it to a voice of theirs. */
export interface Voice {
  readonly name: string;
  readonly displayName: string;
  readonly language: string;
  readonly languageDisplayName: string;
  readonly gender: "female" | "male";
  readonly accent?: string;
}

export interface Language {
  readonly code: string;
  readonly displayName: string;
}

export const DEFAULT_LANGUAGE = "en-US";
export const DEFAULT_VOICE = "en-US-JennyNeural";
export const INTERVIEWER_VOICE = "en-US-GuyNeural";
export const SAMPLE_SENTENCE = "Hello! This is how I sound with this voice selection.";

interface LanguageVoices extends Language {
  readonly accent?: string;
  readonly female: readonly string[];
  readonly male: readonly string[];
}

// The first female voice of a language is its default.
const catalog: readonly LanguageVoices[] = [
  {
    code: "en-US",
    displayName: "English (US)",
    accent: "American",
    female: ["Jenny", "Aria", "Sara", "Nancy"],
    male: ["Guy", "Davis", "Tony"],
  },
  {
    code: "en-GB",
    displayName: "English (UK)",
    accent: "British",
    female: ["Sonia", "Libby"],
    male: ["Ryan", "Thomas"],
  },
  {
    code: "en-AU",
    displayName: "English (Australia)",
    accent: "Australian",
    female: ["Natasha", "Annette"],
    male: ["William"],
  },
  { code: "en-CA", displayName: "English (Canada)", accent: "Canadian", female: ["Clara"], male: ["Liam"] },
  {
    code: "es-ES",
    displayName: "Spanish (Spain)",
    accent: "Castilian",
    female: ["Elvira", "Abril"],
    male: ["Alvaro"],
  },
  {
    code: "es-MX",
    displayName: "Spanish (Mexico)",
    accent: "Mexican",
    female: ["Dalia"],
    male: ["Jorge"],
  },
  {
    code: "fr-FR",
    displayName: "French (France)",
    accent: "French",
    female: ["Denise", "Brigitte"],
    male: ["Henri"],
  },
  {
    code: "fr-CA",
    displayName: "French (Canada)",
    accent: "Canadian",
    female: ["Sylvie"],
    male: ["Jean"],
  },
  { code: "de-DE", displayName: "German", female: ["Katja", "Amala"], male: ["Conrad", "Killian"] },
  { code: "it-IT", displayName: "Italian", female: ["Elsa", "Isabella"], male: ["Diego"] },
  {
    code: "pt-BR",
    displayName: "Portuguese (Brazil)",
    accent: "Brazilian",
    female: ["Francisca"],
    male: ["Antonio"],
  },
  {
    code: "pt-PT",
    displayName: "Portuguese (Portugal)",
    accent: "European",
    female: ["Raquel"],
    male: ["Duarte"],
  },
  { code: "zh-CN", displayName: "Mandarin Chinese", female: ["Xiaoxiao", "Xiaoyi"], male: ["Yunxi", "Yunyang"] },
  { code: "ja-JP", displayName: "Japanese", female: ["Nanami"], male: ["Keita"] },
  { code: "ko-KR", displayName: "Korean", female: ["SunHi"], male: ["InJoon"] },
  { code: "nl-NL", displayName: "Dutch", female: ["Colette"], male: ["Maarten"] },
  { code: "ru-RU", displayName: "Russian", female: ["Svetlana"], male: ["Dmitry"] },
  { code: "hi-IN", displayName: "Hindi", female: ["Swara"], male: ["Madhur"] },
  { code: "ar-SA", displayName: "Arabic", female: ["Zariyah"], male: ["Hamed"] },
];

export const voices: readonly Voice[] = catalog.flatMap((language) => [
  ...language.female.map((displayName) => voice(language, displayName, "female")),
  ...language.male.map((displayName) => voice(language, displayName, "male")),
]);

export const languages: readonly Language[] = catalog.map(({ code, displayName }) => ({ code, displayName }));

/** The default voice first. */
export function voicesOf(language: string): readonly Voice[] {
  return voices.filter((voice) => voice.language === language);
}

export function findVoice(name: string): Voice | undefined {
  return voices.find((voice) => voice.name === name);
}

/** A man's voice in any language, because the interviewer is Will. */
export function interviewerVoice(language: string): string {
  if (language.startsWith("en-")) return INTERVIEWER_VOICE;
  return voicesOf(language).find(({ gender }) => gender === "male")?.name ?? INTERVIEWER_VOICE;
}

function voice(language: LanguageVoices, displayName: string, gender: Voice["gender"]): Voice {
  return {
    name: `${language.code}-${displayName}Neural`,
    displayName,
    language: language.code,
    languageDisplayName: language.displayName,
    gender,
    ...(language.accent === undefined ? {} : { accent: language.accent }),
  };
}
