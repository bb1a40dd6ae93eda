import type { CurrentUser } from "#server/platform/http/access.ts";
import { chooseVoice } from "#server/voice/voice-choice.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { hasPermission } from "#shared/permissions.ts";
import { DEFAULT_PET_NAME, petProfileFields } from "#shared/pet-profile.ts";
import { findVoice, languages } from "#shared/voices.ts";
import type { ArchivedPet } from "./archive-format.ts";

/** The fields of the new pet that this user may set, and a sentence for each that had to be changed. */
export function petFields(user: CurrentUser, archived: ArchivedPet) {
  const { name, systemPrompt, language, voiceName } = archived;
  const remarks: string[] = [];
  const mayInstruct = hasPermission(user, "manage_agents");
  const prompt = systemPrompt.trim() || DEFAULT_SYSTEM_PROMPT;
  if (!mayInstruct && prompt !== DEFAULT_SYSTEM_PROMPT)
    remarks.push("The instructions are the default ones: changing them requires admin permissions.");
  const known = languages.some(({ code }) => code === language);
  const speaks = findVoice(voiceName)?.language === language;
  if (!known) remarks.push(`The language '${language}' is not spoken here, so the pet speaks English.`);
  else if (!speaks)
    remarks.push(`The voice '${voiceName}' does not exist here, so another one of its language speaks.`);
  const voice = chooseVoice({
    language: known ? language : undefined,
    voiceName: known && speaks ? voiceName : undefined,
  });
  const fields = {
    ...voice,
    ...petProfileFields.parse(archived),
    name: name.trim() || DEFAULT_PET_NAME,
    systemPrompt: mayInstruct ? prompt : DEFAULT_SYSTEM_PROMPT,
  };
  return { fields, remarks };
}

/** A date of the archive, but not later than now. */
export const dateOf = (iso: string): Date => new Date(Math.min(Date.parse(iso), Date.now()));
