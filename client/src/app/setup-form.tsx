import { t } from "@lingui/core/macro";
import { memo, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import type { User } from "#shared/api/auth.ts";
import { hasPermission, isAdmin, mayEditAgents } from "#shared/permissions.ts";
import { findVoice } from "#shared/voices.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { ChangedMeanwhile } from "@/components/ui/changed-meanwhile.tsx";
import { IdentityStep } from "@/features/agents/identity-step.tsx";
import { InstructionsStep } from "@/features/agents/instructions-step.tsx";
import type { PetForm } from "@/features/agents/pet-form.ts";
import { SaveBar } from "@/features/agents/save-bar.tsx";
import { AccessNotice, EngineChange, EnginesBanner } from "@/features/agents/setup-notices.tsx";
import { SetupStep } from "@/features/agents/setup-step.tsx";
import { VoiceStep } from "@/features/agents/voice-step.tsx";
import { DiaryCard } from "@/features/diary/diary-card.tsx";
import { FirstAnswers } from "@/features/diary/first-answers.tsx";
import { OpenQuestionsCard } from "@/features/diary/open-questions-card.tsx";
import { ChosenFiles } from "@/features/documents/choose-files.tsx";
import { UploadRow } from "@/features/documents/document-row.tsx";
import { PetDocuments } from "@/features/documents/pet-documents.tsx";
import type { Uploads } from "@/features/documents/use-uploads.ts";
import { FamilyLink } from "@/features/family/family-link.tsx";
import { MemorialLink } from "@/features/memorial/memorial-link.tsx";
import { PetMemoriesCard } from "@/features/memory/pet-memories-card.tsx";
import { cn } from "@/lib/cn.ts";
import { lazyComponent } from "@/lib/part.ts";
import { useStableCallback } from "@/lib/use-stable-callback.ts";
import { useDocuments } from "../features/documents/api.ts";
import type { useSetupForm } from "./use-setup-form.ts";

const InMemoryCard = lazyComponent(() => import("@/features/agents/in-memory-card.tsx").then((m) => m.InMemoryCard));

type SetupFormProps = {
  user: User;
  setup: ReturnType<typeof useSetupForm>;
  uploads: Uploads;
  /** A wide window has room beside it. */
  isWide: boolean;
  onDiscard: () => void;
};

const column = "flex min-w-0 flex-col gap-5";

/** The four steps, and the pet's story: below them, or beside them where there is room, so that the diary is seen at once. */
export function SetupForm({ user, setup, uploads, isWide, onDiscard }: SetupFormProps) {
  const { pet, rights, form, draft, files } = setup;
  const [interviewOf, setInterviewOf] = useState<string | null>(null);
  const interview = useStableCallback((isWanted: boolean) => setInterviewOf(isWanted && pet !== null ? pet.id : null));
  const isInterview = pet?.canEditDiary === true && interviewOf === pet.id;
  const disabled = !rights.fields || setup.isCreating;
  const hasStory = pet === null ? hasPermission(user, "manage_diary") : pet.canEditDiary;
  const steps = { form, errors: setup.errors, onChange: setup.changeFields, disabled };
  return (
    <>
      {mayEditAgents(user) && <EnginesBanner isAdmin={isAdmin(user)} />}
      {mayEditAgents(user) && pet?.canEdit === true && <EngineChange pet={pet} />}
      <AccessNotice rights={rights} />
      {pet !== null && <FamilyLink pet={pet} />}
      {pet !== null && pet.diedOn != null && pet.sharedAs !== "talk" && <MemorialLink pet={pet} />}
      <div
        className={cn(
          "grid grid-cols-1 items-start gap-5",
          isWide && (hasStory ? "min-[90rem]:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]" : "max-w-3xl"),
        )}
      >
        <div className={column}>
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
          {pet?.canEdit === true && <InMemoryCard key={`in memory ${pet.id}`} pet={pet} />}
        </div>
        {hasStory && (
          <div className={column}>
            {pet === null && (
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
                birthday={pet.birthday}
                language={pet.language}
                drafts={draft.answers}
                onDraft={setup.changeAnswer}
                isInteractive={isInterview}
                onInteractive={interview}
              />
            )}
            {pet?.canEditDiary && !isInterview && (
              <PetMemoriesCard key={`memories ${pet.id}`} agentId={pet.id} petName={pet.name} />
            )}
            {pet?.canEditDiary && !isInterview && !pet.diedOn && (
              <OpenQuestionsCard key={`open ${pet.id}`} agentId={pet.id} petName={pet.name} />
            )}
          </div>
        )}
      </div>
      {setup.conflicts.length > 0 && (
        <ChangedMeanwhile
          fields={setup.conflicts.map(({ name, label, theirs, mine }) => ({
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
  if (name === "avatarUrl") return value === null ? t`No picture` : t`A picture`;
  if (name === "voiceName") return findVoice(value ?? "")?.displayName ?? value ?? "";
  return value ?? "";
}

type KnowledgeStepProps = {
  pet: Agent | null;
  /** Of a pet that is not created yet; sent once it is. */
  files: File[];
  uploads: Uploads;
  isCreating: boolean;
  canChange: boolean;
  onFiles: (files: File[]) => void;
};

const KnowledgeStep = memo(function KnowledgeStep({
  pet,
  files,
  uploads,
  isCreating,
  canChange,
  onFiles,
}: KnowledgeStepProps) {
  return (
    <SetupStep
      number={4}
      title={t`Knowledge Base`}
      description={
        pet === null
          ? t`Documents your pet may draw on. Save your pet first, then start its diary.`
          : t`Documents your pet may draw on when it talks.`
      }
      aside={
        pet === null ? (
          <ChosenCount count={files.length} />
        ) : (
          <UploadedCount agentId={pet.id} known={pet.documentCount} />
        )
      }
    >
      {pet !== null ? (
        <PetDocuments
          key={pet.id}
          agentId={pet.id}
          uploads={uploads}
          canChange={canChange}
          isBeyondMemory={pet.isBeyondMemory}
        />
      ) : isCreating && uploads.uploads.length > 0 ? (
        <ul aria-label={t`Uploads`} className="flex flex-col gap-2">
          {uploads.uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onCancel={() => uploads.cancel(upload.id)} />
          ))}
        </ul>
      ) : (
        <ChosenFiles files={files} disabled={!canChange || isCreating} onChange={onFiles} />
      )}
    </SetupStep>
  );
});

const ChosenCount = ({ count }: { count: number }) => <Badge>{t`${count} document(s) selected`}</Badge>;

/** `known`: from the pet's summary, until the list is fetched. */
function UploadedCount({ agentId, known }: { agentId: string; known: number }) {
  const documents = useDocuments(agentId);
  return <Badge>{t`${{ count: documents.data?.length ?? known }} document(s) uploaded`}</Badge>;
}
