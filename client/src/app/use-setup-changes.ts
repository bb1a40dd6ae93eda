import { useQueryClient } from "@tanstack/react-query";
import type { Agent } from "#shared/api/agents.ts";
import { savedAnswer } from "@/domain/diary/answers.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { begunWith, changesFrom, type PetChanges, type PetForm, twiceChanged } from "@/features/agents/pet-form.ts";
import type { PetRights } from "@/features/agents/pet-rights.ts";
import { changedMeanwhile } from "@/lib/api.ts";
import { useStable } from "@/lib/use-stable.ts";
import type { useSaveSetup } from "./use-save-setup.ts";
import { type useSetupDrafts, withAnswer } from "./use-setup-drafts.ts";

type Drafts = ReturnType<typeof useSetupDrafts>;

/** What is typed, with what was saved when it was begun. */
export function useDraftChanges(drafts: Drafts, petId: string | null, saved: PetForm) {
  const client = useQueryClient();
  const changeFields = useStable((fields: PetChanges) =>
    drafts.change(petId, (current) => ({
      ...current,
      fields: { ...current.fields, ...fields },
      before: { ...begunWith(saved, fields), ...current.before },
    })),
  );
  const changeAnswer = useStable((questionId: string, text: string | null) =>
    drafts.change(petId, ({ answers, answersBefore, ...current }) => {
      const begun = answersBefore[questionId] ?? savedAnswer(client, petId ?? "", questionId) ?? null;
      return {
        ...current,
        answers: withAnswer(answers, questionId, text),
        answersBefore: withAnswer(answersBefore, questionId, text === null ? null : begun),
      };
    }),
  );
  return { changeFields, changeAnswer };
}

interface SetupChanges {
  pet: Agent | null;
  form: PetForm;
  answers: Record<string, string>;
  rights: PetRights;
  drafts: Drafts;
  update: ReturnType<typeof useSaveSetup>;
}

/** Saves the changes of a pet, and asks where one of its fields was changed meanwhile. */
export function useChangesOf({ pet, form, answers, rights, drafts, update }: SetupChanges) {
  const client = useQueryClient();
  const { fields, before, answersBefore } = drafts.of(pet?.id ?? null);
  const send = (begun: PetChanges | null) => {
    const changes = changesFrom(before, fields);
    if (pet !== null)
      update.mutate({
        petId: pet.id,
        form: rights.fields ? form : null,
        changes,
        before: begun,
        answers,
        answersBefore,
      });
  };
  const current = update.variables?.petId === pet?.id ? changedMeanwhile(update.error) : undefined;
  const twice = current === undefined ? [] : twiceChanged(current, form);
  const takeTheirs = () => {
    const theirs = Object.fromEntries(twice.map(({ name }) => [name, undefined]));
    drafts.change(pet?.id ?? null, (draft) => ({
      ...draft,
      fields: { ...draft.fields, ...theirs },
      before: { ...draft.before, ...theirs },
    }));
    update.reset();
    void refreshAgents(client);
  };
  return {
    saveChanges: () => send(before),
    twice,
    choose: (which: "mine" | "theirs") => (which === "mine" ? send(null) : takeTheirs()),
  };
}
