import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Agent, createAgent } from "#shared/api/agents.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { useOpenPet } from "@/domain/pets/use-open-pet.ts";
import type { PetForm } from "@/features/agents/pet-form.ts";
import { sentFields } from "@/features/agents/save-pet.ts";
import { type AnswerDrafts, type SavedAnswers, saveAnswers } from "@/features/diary/api.ts";
import type { UploadResult, Uploads } from "@/features/documents/use-uploads.ts";
import { ApiError, call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

export interface NewPet {
  form: PetForm;
  /** Whether to send the system prompt: limited users may not. */
  withPrompt: boolean;
  files: File[];
  answers: AnswerDrafts;
}

export const createPetKey = ["create-pet"] as const;

/** One call creates the pet, one for each file and each answer fills it, and a fresh chat opens with it. */
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
      const title = error instanceof ApiError ? "Failed to create agent" : "Agent creation process failed";
      toastError(title, error, "Please try again");
    },
  });
}

export interface CreatedPet {
  pet: Agent;
  sent: UploadResult;
  written: SavedAnswers;
  /** Whether its first chat could be opened. */
  isOpen: boolean;
}

function report({ pet, sent, written, isOpen }: CreatedPet): void {
  const failures = [counted(sent.failed, "file(s) failed"), counted(written.failed, "diary answer(s) failed")];
  const missing = joined(failures);
  if (missing !== "") {
    const description = `${missing} - please retry.`;
    toast({ title: "Agent created with partial failures", description, variant: "destructive" });
    return;
  }
  const saved = Object.keys(written.saved).length;
  const done = joined([counted(sent.uploaded, "file(s) uploaded"), counted(saved, "diary answer(s) saved")]);
  const chat = isOpen ? "" : `The chat with ${pet.name} could not be opened: please load your pet to try again.`;
  const description = [done, chat].filter((line) => line !== "").join("\n");
  toast({ title: "Agent created successfully!", description: description === "" ? undefined : description });
}

const counted = (count: number, what: string): string => (count === 0 ? "" : `${count} ${what}`);
const joined = (parts: string[]): string => parts.filter((part) => part !== "").join(" and ");
