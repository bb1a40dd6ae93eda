import { z } from "zod";
import type { Agent } from "../../../../shared/api/agents.ts";
import { DEFAULT_SYSTEM_PROMPT } from "../../../../shared/default-prompt.ts";
import { DEFAULT_LANGUAGE, DEFAULT_VOICE, voicesOf } from "../../../../shared/voices.ts";

const petForm = z.object({
  name: z.string(),
  avatarUrl: z.string().nullable(),
  language: z.string(),
  voiceName: z.string(),
  systemPrompt: z.string(),
  species: z.string().nullable(),
  birthday: z.string().nullable(),
});
export type PetForm = z.output<typeof petForm>;

/** The fields that were changed and not saved yet. */
export const petChanges = petForm.partial();
export type PetChanges = z.output<typeof petChanges>;

const message = z.string().optional();
const petErrors = z.object({
  name: message,
  avatarUrl: message,
  language: message,
  voiceName: message,
  systemPrompt: message,
  species: message,
  birthday: message,
});
/** The server's message for each field that it refused. */
export type PetErrors = z.output<typeof petErrors>;

const blankPet: PetForm = {
  name: "",
  avatarUrl: null,
  language: DEFAULT_LANGUAGE,
  voiceName: DEFAULT_VOICE,
  systemPrompt: DEFAULT_SYSTEM_PROMPT,
  species: null,
  birthday: null,
};

const labels: Record<keyof PetForm, string> = {
  name: "Pet Name",
  avatarUrl: "picture",
  language: "language",
  voiceName: "voice",
  systemPrompt: "System Prompt",
  species: "kind of animal",
  birthday: "birthday",
};
const fieldNames = petForm.keyof().options;

/** The saved state of a pet, or the defaults of a new one. */
export function savedForm(pet: Agent | null): PetForm {
  return pet === null ? blankPet : petForm.parse(pet);
}

export function withChanges(saved: PetForm, changes: PetChanges): PetForm {
  return petForm.parse({ ...saved, ...changes });
}

/** The form's part of the field errors in an answer. */
export function errorsOf(fields: Record<string, string>): PetErrors {
  return petErrors.parse(fields);
}

/** The labels of the fields that differ from the saved state. */
export function unsavedLabels(saved: PetForm, form: PetForm): string[] {
  return fieldNames.filter((name) => form[name] !== saved[name]).map((name) => labels[name]);
}

/** The changes when a language is chosen: its default voice is chosen too. */
export function changeOfLanguage(language: string): PetChanges {
  return { language, voiceName: voicesOf(language)[0]?.name ?? DEFAULT_VOICE };
}

/** The changes that are still unsaved after `sent` was saved: those made while the request was under way. */
export function changesSince(changes: PetChanges, sent: PetForm): PetChanges {
  const open = fieldNames.filter((name) => changes[name] !== undefined && changes[name] !== sent[name]);
  return petChanges.parse(Object.fromEntries(open.map((name) => [name, changes[name]])));
}
