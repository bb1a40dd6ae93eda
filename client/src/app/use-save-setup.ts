import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAgents } from "@/domain/pets/agents.ts";
import type { PetForm } from "@/features/agents/pet-form.ts";
import { savePet } from "@/features/agents/save-pet.ts";
import { type AnswerDrafts, reportAnswers, saveAnswers } from "@/features/diary/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

interface UnsavedSetup {
  petId: string;
  /** Null where the person may change only the diary. */
  form: PetForm | null;
  withPrompt: boolean;
  answers: AnswerDrafts;
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
    mutationFn: async ({ petId, form, withPrompt, answers }: UnsavedSetup) => {
      if (form !== null) await savePet(client, petId, form, withPrompt);
      return saveAnswers(client, petId, answers);
    },
    onSuccess: (written, { petId, form }) => {
      onSaved({ petId, form, answers: written.saved });
      if (Object.keys(written.saved).length > 0) void refreshAgents(client);
      if (form === null || written.failed > 0) reportAnswers(written);
      else toast({ title: "Agent updated successfully!" });
    },
    onError: (error) => toastError("Failed to update agent", error, "Please try again"),
  });
}
