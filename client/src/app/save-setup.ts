import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Agent, createAgent, updateAgent } from "#shared/api/agents.ts";
import { agentsKey, refreshAgents } from "@/domain/pets/agents.ts";
import { useOpenPet } from "@/domain/pets/use-open-pet.ts";
import type { PetChanges, PetForm } from "@/features/agents/pet-form.ts";
import type { PetList } from "@/features/agents/pet-rights.ts";
import { type AnswerDrafts, reportAnswers, type SavedAnswers, saveAnswers } from "@/features/diary/api.ts";
import type { UploadResult, Uploads } from "@/features/documents/use-uploads.ts";
import { ApiError, call, changedMeanwhile } from "@/lib/api.ts";
import { listOf } from "@/lib/formats.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

interface NewPet {
  form: PetForm;
  withPrompt: boolean;
  files: File[];
  answers: AnswerDrafts;
}

export const createPetKey = ["create-pet"] as const;

export function useCreatePet({ uploads, onCreated }: { uploads: Uploads; onCreated: (result: CreatedPet) => void }) {
  const client = useQueryClient();
  const openPet = useOpenPet();
  return useMutation({
    mutationKey: createPetKey,
    mutationFn: async ({ form, withPrompt, files, answers }: NewPet): Promise<CreatedPet> => {
      const pet = await call(createAgent, { body: sentFields(form, withPrompt) });
      const sent = await uploads.send(pet.id, files);
      const written = await saveAnswers(client, pet.id, answers);
      await refreshAgents(client);
      const isOpen = await openPet(pet.id).then(
        () => true,
        () => false,
      );
      return { pet, sent, written, isOpen };
    },
    onSuccess: (result) => {
      onCreated(result);
      report(result);
    },
    onError: (error) => {
      const title = error instanceof ApiError ? t`Failed to create agent` : t`Agent creation process failed`;
      toastError(title, error, t`Please try again`);
    },
  });
}

export interface CreatedPet {
  pet: Agent;
  sent: UploadResult;
  written: SavedAnswers;
  isOpen: boolean;
}

function report({ pet, sent, written, isOpen }: CreatedPet): void {
  const failures = [
    sent.failed === 0 ? "" : t`${{ count: sent.failed }} file(s) failed`,
    written.failed === 0 ? "" : t`${{ count: written.failed }} diary answer(s) failed`,
  ];
  const missing = joined(failures);
  if (missing !== "") {
    const description = t`${missing} - please retry.`;
    toast({ title: t`Agent created with partial failures`, description, variant: "destructive" });
    return;
  }
  const saved = Object.keys(written.saved).length;
  const done = joined([
    sent.uploaded === 0 ? "" : t`${{ count: sent.uploaded }} file(s) uploaded`,
    saved === 0 ? "" : t`${{ count: saved }} diary answer(s) saved`,
  ]);
  const chat = isOpen
    ? ""
    : t`The chat with ${{ name: pet.name }} could not be opened: please load your pet to try again.`;
  const description = [done, chat].filter((line) => line !== "").join("\n");
  toast({ title: t`Agent created successfully!`, description: description === "" ? undefined : description });
}

const joined = (parts: string[]): string => listOf(parts.filter((part) => part !== ""));

interface UnsavedSetup {
  petId: string;
  /** Null where the person may change only the diary. */
  form: PetForm | null;
  changes: PetChanges;
  /** What the changes began with; null to save them whatever is there. */
  before: PetChanges | null;
  answers: AnswerDrafts;
  answersBefore: AnswerDrafts;
}

interface SavedSetup {
  petId: string;
  form: PetForm | null;
  answers: AnswerDrafts;
}

export function useSaveSetup(onSaved: (saved: SavedSetup) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ petId, form, changes, before, answers, answersBefore }: UnsavedSetup) => {
      if (form !== null) await savePet(client, petId, changes, before);
      return saveAnswers(client, petId, answers, answersBefore);
    },
    onSuccess: (written, { petId, form }) => {
      onSaved({ petId, form, answers: written.saved });
      if (Object.keys(written.saved).length > 0) void refreshAgents(client);
      if (form === null || written.failed > 0) reportAnswers(written);
      else toast({ title: t`Agent updated successfully!` });
    },
    // The form shows what was changed meanwhile, above the button.
    onError: (error) =>
      changedMeanwhile(error) === undefined && toastError(t`Failed to update agent`, error, t`Please try again`),
  });
}

/**
 * @param before what the changes began with: where that has changed meanwhile, nothing is saved; null to save anyway
 */
async function savePet(client: QueryClient, id: string, changes: PetChanges, before: PetChanges | null): Promise<void> {
  const body = before === null ? changes : { ...changes, before: Object.fromEntries(entriesOf(before)) };
  const updated = await call(updateAgent, { params: { id }, body });
  client.setQueryData<PetList>(
    agentsKey,
    (list) => list && { ...list, agents: list.agents.map((pet) => (pet.id === id ? updated : pet)) },
  );
}

/** Without the system prompt where the person may not change it (D13). */
function sentFields({ systemPrompt, ...fields }: PetForm, withPrompt: boolean) {
  return withPrompt ? { ...fields, systemPrompt } : fields;
}

const entriesOf = (fields: PetChanges) =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
