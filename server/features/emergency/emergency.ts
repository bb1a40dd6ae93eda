import type { EmergencyKind } from "../../languages/schema.ts";
import { recognizeEmergency } from "./recognize.ts";

export interface Help {
  readonly kind: EmergencyKind;
  /** One paragraph, in the language of the message. */
  readonly text: string;
  /** A pet's own gentle sentence to follow it. */
  readonly petSays: string;
}

/** What has to be said before anything else, or null for everyday talk. `locale` is that of the pet: `en-US`. */
export function helpFor(message: string, locale: string): Help | null {
  const emergency = recognizeEmergency(message, locale);
  if (emergency === null) return null;
  const { kind, language } = emergency;
  const { help, petSays } = language.emergency;
  const region = locale.split("-")[1] ?? "";
  return { kind, text: help[kind][region] ?? help[kind].other, petSays: petSays[kind] };
}
