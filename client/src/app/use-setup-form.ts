import { plural, t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import type { User } from "#shared/api/auth.ts";
import {
  changesSince,
  type PetErrors,
  savedForm,
  savedValuesOf,
  tooLongFields,
  unsavedLabels,
  withChanges,
} from "@/features/agents/pet-form.ts";
import { type PetList, petRights } from "@/features/agents/pet-rights.ts";
import type { Uploads } from "@/features/documents/use-uploads.ts";
import { fieldErrorsOf } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { type CreatedPet, useCreatePet, useSaveSetup } from "./save-setup.ts";
import { answersSince, useChangesOf, useDraftChanges, useSetupDrafts } from "./setup-drafts.ts";

interface SetupFormInput {
  user: User;
  list: PetList;
  pet: Agent | null;
  uploads: Uploads;
  onChat: (created: Agent) => void;
}

/**
 * Typing changes only what it is typed into: everything else stays the same object, so that memoized steps don't render
 * again.
 */
export function useSetupForm({ user, list, pet: wanted, uploads, onChat }: SetupFormInput) {
  const drafts = useSetupDrafts(user.id);
  const [files, setFiles] = useState<File[]>([]);
  const [isNameAsked, setNameAsked] = useState(false);

  const { create, update } = useSetupMutations({
    drafts,
    uploads,
    onCreated: ({ pet: created, isOpen }) => {
      setFiles([]);
      if (isOpen) onChat(created);
    },
  });

  // A new pet is in the list before its documents are sent; until then the form still shows the new pet's draft.
  const pet = create.isPending ? null : wanted;
  const petId = pet?.id ?? null;
  const rights = useMemo(() => petRights(user, list, pet), [user, list, pet]);
  const draft = drafts.of(petId);
  const saved = useMemo(() => savedForm(pet), [pet]);
  const form = useMemo(() => withChanges(saved, draft.fields), [saved, draft.fields]);
  const answers = withoutBlank(draft.answers);
  const answerCount = Object.keys(answers).length;

  const isNameless = pet === null && form.name.trim() === "" && form.avatarUrl === null;
  const lacksName = isNameAsked && isNameless;
  const error = pet === null ? create.error : update.error;
  const tooLong = useMemo(() => tooLongFields(form), [form]);
  const errors = useMemo(() => ({ ...petErrors(error, lacksName), ...defined(tooLong) }), [error, lacksName, tooLong]);
  const fits = Object.keys(defined(tooLong)).length === 0;

  const { changeFields, changeAnswer } = useDraftChanges(drafts, petId, saved);
  const { saveChanges, conflicts, choose } = useChangesOf({ pet, form, answers, rights, drafts, update });
  const save = () => {
    if (pet !== null) return saveChanges();
    if (isNameless) {
      setNameAsked(true);
      const description = t`Please give your pet a name or upload an avatar before creating.`;
      return void toast({ title: t`Pet Setup Required`, description, variant: "destructive" });
    }
    create.mutate({ form, withPrompt: rights.knowledge, files, answers });
  };

  return {
    pet,
    rights,
    form,
    draft,
    files,
    unsaved: [
      ...unsavedLabels(saved, form),
      ...(answerCount === 0
        ? []
        : [plural(answerCount, { one: "# open diary answer", other: "# open diary answers" })]),
      ...(pet !== null || files.length === 0 ? [] : [plural(files.length, { one: "# file", other: "# files" })]),
    ],
    errors,
    isCreating: create.isPending,
    isSaving: create.isPending || update.isPending,
    canSave: fits && (rights.fields || (pet !== null && answerCount > 0)),
    setFiles,
    changeFields,
    changeAnswer,
    save,
    /** Fields that somebody else changed too; `choose` saves mine or takes theirs. */
    conflicts,
    choose,
    discard: () => {
      drafts.drop(petId);
      update.reset();
      if (pet === null) setFiles([]);
    },
    forget: drafts.drop,
  };
}

interface SetupMutations {
  drafts: ReturnType<typeof useSetupDrafts>;
  uploads: Uploads;
  onCreated: (created: CreatedPet) => void;
}

/** Text typed while the request was under way stays in the draft. */
function useSetupMutations({ drafts, uploads, onCreated }: SetupMutations) {
  const create = useCreatePet({
    uploads,
    onCreated: (created) => {
      const answers = withoutBlank(answersSince(drafts.of(null).answers, created.written.saved));
      drafts.change(created.pet.id, (draft) => ({ ...draft, answers: { ...draft.answers, ...answers } }));
      drafts.drop(null);
      onCreated(created);
    },
  });
  const update = useSaveSetup((saved) =>
    drafts.change(saved.petId, ({ fields, answers, answersBefore, before }) => {
      const openAnswers = answersSince(answers, saved.answers);
      const open = saved.form === null ? fields : changesSince(fields, saved.form);
      return {
        fields: open,
        answers: openAnswers,
        answersBefore: Object.fromEntries(
          Object.entries({ ...answersBefore, ...saved.answers }).filter(([question]) => question in openAnswers),
        ),
        before: saved.form === null ? before : savedValuesOf(saved.form, open),
      };
    }),
  );
  return { create, update };
}

const petErrors = (error: Error | null, lacksName: boolean): PetErrors => ({
  ...fieldErrorsOf(error),
  ...(lacksName ? { name: t`A name goes here, unless you upload a picture.` } : {}),
});

const defined = (errors: PetErrors): PetErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));

const withoutBlank = (answers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).filter(([, text]) => text.trim() !== ""));
