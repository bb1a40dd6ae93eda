import { useRef, useState } from "react";
import { z } from "zod";
import { petChanges } from "@/features/agents/pet-form.ts";

/** What was typed for one pet and not saved yet. */
const setupDraft = z.object({ fields: petChanges, answers: z.record(z.string(), z.string()) });
export type SetupDraft = z.output<typeof setupDraft>;

type Drafts = Record<string, SetupDraft>;
const stored = z.object({ userId: z.string(), drafts: z.record(z.string(), setupDraft) });

const STORAGE_KEY = "setup-drafts";
const NEW_PET = "new";
const emptyDraft: SetupDraft = { fields: {}, answers: {} };

/**
 * The drafts by pet, kept in the storage of this tab. They survive a change of screen and a reload; another user does
 * not see them. `petId` is null for the pet that is not created yet.
 */
export function useSetupDrafts(userId: string) {
  const [drafts, setDrafts] = useState(() => read(userId));
  // Written at once and not in an effect, because effects don't run while the screen is hidden.
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

export function withAnswer(answers: Record<string, string>, questionId: string, text: string | null) {
  const { [questionId]: _previous, ...others } = answers;
  return text === null ? others : { ...others, [questionId]: text };
}

/** The answers that are still unsaved after `saved` was saved: those that were typed or changed meanwhile. */
export function answersSince(answers: Record<string, string>, saved: Record<string, string>) {
  return Object.fromEntries(Object.entries(answers).filter(([questionId, text]) => saved[questionId] !== text));
}

function read(userId: string): Drafts {
  try {
    const found = stored.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null"));
    return found.data?.userId === userId ? found.data.drafts : {};
  } catch {
    return {};
  }
}

function write(userId: string, drafts: Drafts): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, drafts }));
  } catch {
    // Storage is full, or not allowed in a private window: the drafts then last as long as the page.
  }
}
