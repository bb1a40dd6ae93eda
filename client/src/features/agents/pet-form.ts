import { t } from "@lingui/core/macro";
import type { Agent } from "#shared/api/agents.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { limits } from "#shared/limits.ts";
import { DEFAULT_LANGUAGE, DEFAULT_VOICE, voicesOf } from "#shared/voices.ts";
import { tooLong } from "@/components/ui/field.tsx";
import { isRecord, textsIn } from "@/lib/record.ts";

export interface PetForm {
  name: string;
  avatarUrl: string | null;
  language: string;
  voiceName: string;
  systemPrompt: string;
  species: string | null;
  birthday: string | null;
}

/** Fields that were changed and not saved yet. */
export type PetChanges = { [Field in keyof PetForm]?: PetForm[Field] | undefined };

export type PetErrors = { [Field in keyof PetForm]?: string | undefined };

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
  name: t`Pet Name`,
  avatarUrl: t`picture`,
  language: t`language`,
  voiceName: t`voice`,
  systemPrompt: t`System Prompt`,
  species: t`kind of animal`,
  birthday: t`birthday`,
};
const fieldNames = ["name", "avatarUrl", "language", "voiceName", "systemPrompt", "species", "birthday"] as const;

export function savedForm(pet: Agent | null): PetForm {
  if (pet === null) return blankPet;
  const { name, avatarUrl, language, voiceName, systemPrompt, species, birthday } = pet;
  return { name, avatarUrl, language, voiceName, systemPrompt, species, birthday };
}

export function withChanges(saved: PetForm, changes: PetChanges): PetForm {
  return { ...saved, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}

export function unsavedLabels(saved: PetForm, form: PetForm): string[] {
  return fieldNames.filter((name) => form[name] !== saved[name]).map((name) => labels[name]);
}

const longest = { name: limits.agentName, systemPrompt: limits.systemPrompt, species: limits.species };

export const tooLongFields = ({ name, systemPrompt, species }: PetForm): PetErrors => ({
  name: tooLong(name, longest.name),
  systemPrompt: tooLong(systemPrompt, longest.systemPrompt),
  species: tooLong(species ?? "", longest.species),
});

export function changeOfLanguage(language: string): PetChanges {
  return { language, voiceName: voicesOf(language)[0]?.name ?? DEFAULT_VOICE };
}

export function realChanges(begun: PetChanges, changes: PetChanges): PetChanges {
  return Object.fromEntries(
    fieldNames.flatMap((name) =>
      changes[name] === undefined || changes[name] === begun[name] ? [] : [[name, changes[name]]],
    ),
  );
}

/** The saved values of the changed fields. */
export const savedValuesOf = (saved: PetForm, changes: PetChanges): PetChanges =>
  Object.fromEntries(fieldNames.flatMap((name) => (changes[name] === undefined ? [] : [[name, saved[name]]])));

/** A field that somebody else has saved meanwhile. */
interface FieldConflict {
  name: keyof PetForm;
  label: string;
  theirs: string | null;
  mine: string | null;
}

/** `current`: the fields that the server names as changed, with their present values. */
export const conflictsOf = (current: Record<string, unknown>, form: PetForm): FieldConflict[] =>
  fieldNames.flatMap((name) => {
    const theirs = current[name];
    return theirs === null || typeof theirs === "string"
      ? [{ name, label: labels[name], theirs, mine: form[name] }]
      : [];
  });

/** The changes that were made while `sent` was being saved. */
export function changesSince(changes: PetChanges, sent: PetForm): PetChanges {
  const open = { ...changes };
  for (const name of fieldNames) if (open[name] === sent[name]) open[name] = undefined;
  return open;
}

/** Reads what this tab has stored, possibly by an older version of the page. */
export function storedChanges(kept: unknown): PetChanges {
  const fields = isRecord(kept) ? kept : {};
  const { name, language, voiceName, systemPrompt } = textsIn(fields);
  return {
    ...{ name, language, voiceName, systemPrompt },
    avatarUrl: textOrNull(fields.avatarUrl),
    species: textOrNull(fields.species),
    birthday: textOrNull(fields.birthday),
  };
}

const textOrNull = (value: unknown): string | null | undefined =>
  value === null || typeof value === "string" ? value : undefined;

export interface StepProps {
  form: PetForm;
  onChange: (changes: PetChanges) => void;
  disabled: boolean;
  errors: PetErrors;
}
