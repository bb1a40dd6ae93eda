import { useState } from "react";
import type { User } from "#shared/api/auth.ts";
import { hasPermission, isAdmin, mayEditAgents } from "#shared/permissions.ts";
import { findVoice } from "#shared/voices.ts";
import { ChangedMeanwhile } from "@/components/ui/changed-meanwhile.tsx";
import { AccessNotice } from "@/features/agents/access-notices.tsx";
import { EnginesBanner } from "@/features/agents/engines-banner.tsx";
import { IdentityStep } from "@/features/agents/identity-step.tsx";
import { InstructionsStep } from "@/features/agents/instructions-step.tsx";
import type { PetForm } from "@/features/agents/pet-form.ts";
import { SaveBar } from "@/features/agents/save-bar.tsx";
import { VoiceStep } from "@/features/agents/voice-step.tsx";
import { DiaryCard } from "@/features/diary/diary-card.tsx";
import { FirstAnswers } from "@/features/diary/first-answers.tsx";
import { OpenQuestionsCard } from "@/features/diary/open-questions-card.tsx";
import type { Uploads } from "@/features/documents/use-uploads.ts";
import { useStable } from "@/lib/use-stable.ts";
import { KnowledgeStep } from "./knowledge-step.tsx";
import type { useSetupForm } from "./use-setup-form.ts";

type SetupFormProps = {
  user: User;
  setup: ReturnType<typeof useSetupForm>;
  uploads: Uploads;
  onDiscard: () => void;
};

/** The steps of one pet, its diary, and the bar that saves them. */
export function SetupForm({ user, setup, uploads, onDiscard }: SetupFormProps) {
  const { pet, rights, form, draft, files } = setup;
  /** The pet whose diary is filled in by interview. */
  const [interviewOf, setInterviewOf] = useState<string | null>(null);
  const interview = useStable((isWanted: boolean) => setInterviewOf(isWanted && pet !== null ? pet.id : null));
  const isInterview = pet?.canEditDiary === true && interviewOf === pet.id;
  const disabled = !rights.fields || setup.isCreating;
  const steps = { form, errors: setup.errors, onChange: setup.changeFields, disabled };
  return (
    <>
      {mayEditAgents(user) && <EnginesBanner isAdmin={isAdmin(user)} />}
      <AccessNotice rights={rights} />
      <IdentityStep {...steps} />
      <VoiceStep {...steps} />
      <InstructionsStep {...steps} disabled={disabled || !rights.knowledge} />
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
          language={form.language}
          drafts={draft.answers}
          onDraft={setup.changeAnswer}
          disabled={disabled}
        />
      )}
      {pet?.canEditDiary && (
        <DiaryCard
          key={pet.id}
          agentId={pet.id}
          petName={pet.name}
          avatarUrl={pet.avatarUrl}
          species={pet.species}
          language={pet.language}
          drafts={draft.answers}
          onDraft={setup.changeAnswer}
          isInteractive={isInterview}
          onInteractive={interview}
        />
      )}
      {pet?.canEditDiary && !isInterview && (
        <OpenQuestionsCard key={`open ${pet.id}`} agentId={pet.id} petName={pet.name} />
      )}
      {setup.twice.length > 0 && (
        <ChangedMeanwhile
          fields={setup.twice.map(({ name, label, theirs, mine }) => ({
            label,
            theirs: shownValue(name, theirs),
            mine: shownValue(name, mine),
          }))}
          isBusy={setup.isSaving}
          onMine={() => setup.choose("mine")}
          onTheirs={() => setup.choose("theirs")}
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
          onDiscard={onDiscard}
        />
      )}
    </>
  );
}

function shownValue(name: keyof PetForm, value: string | null): string {
  if (name === "avatarUrl") return value === null ? "No picture" : "A picture";
  if (name === "voiceName") return findVoice(value ?? "")?.displayName ?? value ?? "";
  return value ?? "";
}
