import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAgents } from "@/domain/pets/agents.ts";
import type { PetChanges, PetForm } from "@/features/agents/pet-form.ts";
import { savePet } from "@/features/agents/save-pet.ts";
import { type AnswerDrafts, reportAnswers, saveAnswers } from "@/features/diary/api.ts";
import { changedMeanwhile } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

interface UnsavedSetup {
  petId: string;
  /** Null where the person may change only the diary. */
  form: PetForm | null;
  /** What of it is changed. */
  changes: PetChanges;
  /** What the changes began with; null to save them whatever is there. */
  before: PetChanges | null;
  answers: AnswerDrafts;
  answersBefore: AnswerDrafts;
}

export interface SavedSetup {
  petId: string;
  form: PetForm | null;
  answers: AnswerDrafts;
}

/** The action of 'Save Changes': saves the pet's own fields and the unsaved diary answers. */
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
      else toast({ title: "Agent updated successfully!" });
    },
    // What was changed meanwhile stands above the button, to be chosen from.
    onError: (error) =>
      changedMeanwhile(error) === undefined && toastError("Failed to update agent", error, "Please try again"),
  });
}
