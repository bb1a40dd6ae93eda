import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { savedAnswer } from "@/domain/diary/diary.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import {
  conflictsOf,
  type PetChanges,
  type PetForm,
  realChanges,
  savedValuesOf,
  storedChanges,
} from "@/features/agents/pet-form.ts";
import type { PetRights } from "@/features/agents/pet-rights.ts";
import { changedMeanwhile } from "@/lib/api.ts";
import { isRecord, textsIn } from "@/lib/record.ts";
import { useStableCallback } from "@/lib/use-stable-callback.ts";
import type { useSaveSetup } from "./save-setup.ts";

interface SetupDraft {
  fields: PetChanges;
  /** By the question's id. */
  answers: Record<string, string>;
  /** The saved answers at the time when these were begun; empty where there was none. */
  answersBefore: Record<string, string>;
  before: PetChanges;
}

type DraftsByPet = Record<string, SetupDraft>;
const STORAGE_KEY = "setup-drafts";
const NEW_PET = "new";
const emptyDraft: SetupDraft = { fields: {}, answers: {}, answersBefore: {}, before: {} };

/**
 * Kept in this tab's storage, so that a reload keeps them and another user does not see them. `petId` is null for a new
 * pet.
 */
export function useSetupDrafts(userId: string) {
  const [drafts, setDrafts] = useState(() => read(userId));
  // Not in an effect, because effects don't run while the screen is hidden.
  const latest = useRef(drafts);
  const change = (petId: string | null, next: (draft: SetupDraft) => SetupDraft) => {
    const key = petId ?? NEW_PET;
    latest.current = { ...latest.current, [key]: next(latest.current[key] ?? emptyDraft) };
    write(userId, latest.current);
    setDrafts(latest.current);
  };
  return {
    of: (petId: string | null): SetupDraft => drafts[petId ?? NEW_PET] ?? emptyDraft,
    change,
    drop: (petId: string | null) => change(petId, () => emptyDraft),
  };
}

function withAnswer(answers: Record<string, string>, questionId: string, text: string | null) {
  const { [questionId]: _previous, ...others } = answers;
  return text === null ? others : { ...others, [questionId]: text };
}

/** The answers that were typed or changed while `saved` was being saved. */
export function answersSince(answers: Record<string, string>, saved: Record<string, string>) {
  return Object.fromEntries(Object.entries(answers).filter(([questionId, text]) => saved[questionId] !== text));
}

function read(userId: string): DraftsByPet {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (!isRecord(kept) || kept.userId !== userId || !isRecord(kept.drafts)) return {};
    return Object.fromEntries(Object.entries(kept.drafts).map(([petId, draft]) => [petId, draftIn(draft)]));
  } catch {
    return {};
  }
}

const draftIn = (kept: unknown): SetupDraft =>
  isRecord(kept)
    ? {
        fields: storedChanges(kept.fields),
        answers: textsIn(kept.answers),
        answersBefore: textsIn(kept.answersBefore),
        before: storedChanges(kept.before),
      }
    : emptyDraft;

function write(userId: string, drafts: DraftsByPet): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, drafts }));
  } catch {
    // Storage is full, or not allowed in a private window: the drafts then last as long as the page.
  }
}

type SetupDrafts = ReturnType<typeof useSetupDrafts>;

export function useDraftChanges(drafts: SetupDrafts, petId: string | null, saved: PetForm) {
  const client = useQueryClient();
  const changeFields = useStableCallback((fields: PetChanges) =>
    drafts.change(petId, (current) => ({
      ...current,
      fields: { ...current.fields, ...fields },
      before: { ...savedValuesOf(saved, fields), ...current.before },
    })),
  );
  const changeAnswer = useStableCallback((questionId: string, text: string | null) =>
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
  drafts: SetupDrafts;
  update: ReturnType<typeof useSaveSetup>;
}

export function useChangesOf({ pet, form, answers, rights, drafts, update }: SetupChanges) {
  const client = useQueryClient();
  const { fields, before, answersBefore } = drafts.of(pet?.id ?? null);
  const send = (begun: PetChanges | null) => {
    const changes = realChanges(before, fields);
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
  const conflicts = current === undefined ? [] : conflictsOf(current, form);
  const takeTheirs = () => {
    const theirs = Object.fromEntries(conflicts.map(({ name }) => [name, undefined]));
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
    conflicts,
    choose: (which: "mine" | "theirs") => (which === "mine" ? send(null) : takeTheirs()),
  };
}
