import { DEFAULT_LANGUAGE, DEFAULT_VOICE, findVoice, voicesOf } from "#shared/voices.ts";
import { badRequest } from "../platform/http/errors.ts";

export interface VoiceChoice {
  language: string;
  voiceName: string;
}

type RequestedVoice = { [Part in keyof VoiceChoice]: string | undefined };

const initial: VoiceChoice = { language: DEFAULT_LANGUAGE, voiceName: DEFAULT_VOICE };

export function chooseVoice({ language, voiceName }: RequestedVoice): VoiceChoice {
  return changeVoice({ language: language ?? findVoice(voiceName ?? DEFAULT_VOICE)?.language, voiceName }, initial);
}

/** A new language gets its first voice. Throws HttpError 400 where the named voice speaks another language. */
export function changeVoice(requested: RequestedVoice, current: VoiceChoice): VoiceChoice {
  const language = requested.language ?? current.language;
  if (requested.voiceName === undefined)
    return language === current.language ? current : { language, voiceName: firstVoice(language) };
  if (findVoice(requested.voiceName)?.language !== language) {
    const message = "That voice doesn't speak your pet's language. Please select another voice.";
    throw badRequest(message, { voiceName: message });
  }
  return { language, voiceName: requested.voiceName };
}

const firstVoice = (language: string): string => voicesOf(language)[0]?.name ?? DEFAULT_VOICE;
