import { memo } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { SetupStep } from "@/features/agents/setup-step.tsx";
import { ChosenFiles } from "@/features/documents/chosen-files.tsx";
import { PetDocuments } from "@/features/documents/pet-documents.tsx";
import { UploadRow } from "@/features/documents/upload-row.tsx";
import type { Uploads } from "@/features/documents/use-uploads.ts";
import { useDocuments } from "../features/documents/api.ts";

type KnowledgeStepProps = {
  pet: Agent | null;
  /** Chosen files of a pet that is not created yet; sent once it is. */
  files: File[];
  uploads: Uploads;
  isCreating: boolean;
  canChange: boolean;
  onFiles: (files: File[]) => void;
};

export const KnowledgeStep = memo(function KnowledgeStep({
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
      title="Knowledge Base"
      description={
        pet === null
          ? "Documents your pet may draw on. Save your pet first, then start its diary."
          : "Documents your pet may draw on when it talks."
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
        <ul aria-label="Uploads" className="flex flex-col gap-2">
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

const ChosenCount = ({ count }: { count: number }) => <Badge>{`${count} document(s) selected`}</Badge>;

/** The number of a pet's documents; `known`, from the pet's summary, until the list is fetched. */
function UploadedCount({ agentId, known }: { agentId: string; known: number }) {
  const documents = useDocuments(agentId);
  return <Badge>{`${documents.data?.length ?? known} document(s) uploaded`}</Badge>;
}
