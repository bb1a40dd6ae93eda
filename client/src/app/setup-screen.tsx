import { useRef, useState } from "react";
import { setActivePet, useActivePet } from "@/domain/pets/active-pet.ts";
import { useUser } from "@/domain/session/session.ts";
import { AccessNotice } from "@/features/agents/access-notices.tsx";
import { DeletePetDialog } from "@/features/agents/delete-pet-dialog.tsx";
import { EnginesBanner } from "@/features/agents/engines-banner.tsx";
import { IdentityStep } from "@/features/agents/identity-step.tsx";
import { InstructionsStep } from "@/features/agents/instructions-step.tsx";
import { type PetList, petInSetup, petRights } from "@/features/agents/pet-rights.ts";
import { SaveBar } from "@/features/agents/save-bar.tsx";
import { SavedConfigurations } from "@/features/agents/saved-configurations.tsx";
import { useLoadPet } from "@/features/agents/use-load-pet.ts";
import { VoiceStep } from "@/features/agents/voice-step.tsx";
import { DiaryCard } from "@/features/diary/diary-card.tsx";
import { FirstAnswers } from "@/features/diary/first-answers.tsx";
import { useUploads } from "@/features/documents/use-uploads.ts";
import type { Agent } from "../../../shared/api/agents.ts";
import { hasPermission, mayEditAgents } from "../../../shared/permissions.ts";
import { DiscardDialog } from "./discard-dialog.tsx";
import { KnowledgeStep } from "./knowledge-step.tsx";
import { useSetupForm } from "./use-setup-form.ts";

export function SetupScreen({ list, onChat }: { list: PetList; onChat: () => void }) {
  const user = useUser();
  const loadedId = useActivePet()?.agentId;
  const formTop = useRef<HTMLDivElement>(null);
  const uploads = useUploads();
  const mayCreate = petRights(user, list, null).create;
  const setup = useSetupForm({
    user,
    list,
    pet: petInSetup(list, loadedId, mayCreate),
    uploads,
    onChat,
  });
  const { pet, rights, form, draft, files } = setup;
  const load = useLoadPet(onChat);
  const [deleting, setDeleting] = useState<Agent | null>(null);
  /** The pet whose diary is filled in by interview. */
  const [interviewOf, setInterviewOf] = useState<string | null>(null);
  const isInterview = pet?.canEditDiary === true && interviewOf === pet.id;
  /** What waits for the person's word, because it would lose what is not saved. */
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);

  const unlessUnsaved = (act: () => void) => {
    if (setup.unsaved.length === 0) return act();
    setWaiting({ act });
  };
  const startNew = () => {
    setActivePet(null);
    formTop.current?.scrollIntoView({ block: "start" });
    formTop.current?.querySelector("input")?.focus({ preventScroll: true });
  };
  const steps = {
    form,
    errors: setup.errors,
    onChange: setup.changeFields,
    disabled: !rights.fields || setup.isCreating,
  };

  return (
    <div className="grid items-start gap-5 xl:grid-cols-[23rem_minmax(0,1fr)]">
      <aside aria-label="Your pets" className="flex min-w-0 flex-col gap-5 xl:sticky xl:top-22">
        <SavedConfigurations
          list={list}
          rights={rights}
          shownId={pet?.id}
          loadingId={load.isPending ? load.variables.id : undefined}
          onLoad={(chosen) => unlessUnsaved(() => load.mutate(chosen))}
          onDelete={setDeleting}
          onNew={() => unlessUnsaved(startNew)}
        />
      </aside>
      <div ref={formTop} className="flex min-w-0 scroll-mt-20 flex-col gap-5">
        {mayEditAgents(user) && <EnginesBanner />}
        <AccessNotice rights={rights} />
        <IdentityStep {...steps} />
        <VoiceStep {...steps} />
        <InstructionsStep {...steps} disabled={steps.disabled || !rights.knowledge} />
        <KnowledgeStep
          pet={pet}
          files={files}
          uploads={uploads}
          isCreating={setup.isCreating}
          canChange={rights.knowledge}
          onFiles={setup.setFiles}
        />
        {hasPermission(user, "manage_diary") && pet === null && (
          <FirstAnswers
            drafts={draft.answers}
            onDraft={setup.changeAnswer}
            disabled={!rights.fields || setup.isCreating}
          />
        )}
        {pet?.canEditDiary && (
          <DiaryCard
            key={pet.id}
            agentId={pet.id}
            petName={pet.name}
            avatarUrl={pet.avatarUrl}
            language={pet.language}
            drafts={draft.answers}
            onDraft={setup.changeAnswer}
            isInteractive={isInterview}
            onInteractive={(isInteractive) => setInterviewOf(isInteractive ? pet.id : null)}
          />
        )}
        {(rights.fields || rights.diary) && !isInterview && (
          <SaveBar
            isNew={pet === null}
            unsaved={setup.unsaved}
            fileCount={files.length}
            busy={setup.isSaving}
            disabled={!setup.canSave}
            onSave={setup.save}
            onDiscard={() => setWaiting({ act: () => undefined })}
          />
        )}
      </div>
      {waiting !== null && (
        <DiscardDialog
          unsaved={setup.unsaved}
          onKeep={() => setWaiting(null)}
          onDiscard={() => {
            setWaiting(null);
            setup.discard();
            waiting.act();
          }}
        />
      )}
      {deleting !== null && (
        <DeletePetDialog
          pet={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={({ id }) => {
            setup.forget(id);
            if (loadedId === id) setActivePet(null);
          }}
        />
      )}
    </div>
  );
}
