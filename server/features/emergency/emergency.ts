import type { Language } from "../../languages/languages.ts";
import type { EmergencyKind } from "../../languages/schema.ts";
import { prepareEmergencyWords, recognizeOnceReady } from "./recognize.ts";

export interface Help {
  readonly kind: EmergencyKind;
  /** One paragraph, in the language of the message. */
  readonly text: string;
  /** A pet's own gentle sentence to follow it. */
  readonly petSays: string;
}

/** Gets what `helpFor` asks of these languages ready, so that hardly a message waits for it. */
export const prepareToHelpIn: (languages: readonly Language[]) => Promise<void> = prepareEmergencyWords;

/**
 * The help that must come before the reply to a message; null where it tells of no emergency. `locale`: the pet's, such as
 * `en-US`. The first message in a language waits some tenths of a second.
 */
export async function helpFor(message: string, locale: string): Promise<Help | null> {
  const emergency = await recognizeOnceReady(message, locale);
  if (emergency === null) return null;
  const { kind, language } = emergency;
  const { help, petSays } = language.emergency;
  const region = locale.split("-")[1] ?? "";
  return { kind, text: help[kind][region] ?? help[kind].other, petSays: petSays[kind] };
}
