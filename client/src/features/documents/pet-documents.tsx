import { t } from "@lingui/core/macro";
import { EmptyDocuments } from "@/components/art/lazy-pictures.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError, Notice } from "@/components/ui/notice.tsx";
import { toast } from "@/lib/toast.ts";
import { useDocuments } from "./api.ts";
import { DropZone, isSameFile, onlyNew } from "./choose-files.tsx";
import { DocumentRow, UploadRow } from "./document-row.tsx";
import type { UploadResult, Uploads } from "./use-uploads.ts";

type PetDocumentsProps = {
  agentId: string;
  uploads: Uploads;
  canChange: boolean;
  /** More than the pet can keep in memory at once. */
  isBeyondMemory: boolean;
};

export function PetDocuments({ agentId, uploads, canChange, isBeyondMemory }: PetDocumentsProps) {
  const send = (files: readonly File[]) => void uploads.send(agentId, files).then(report);
  const underWay = uploads.uploads.filter((upload) => upload.agentId === agentId);
  const documents = useDocuments(agentId).data ?? [];
  const sendNew = (files: readonly File[]) => {
    const isKnown = (file: File) =>
      documents.some(({ originalName, fileSize }) => originalName === file.name && fileSize === String(file.size)) ||
      underWay.some((upload) => isSameFile(upload.file, file));
    const added = onlyNew(files, isKnown, send);
    if (added.length > 0) send(added);
  };
  return (
    <div className="flex flex-col gap-4">
      <DropZone label={t`Upload documents`} disabled={!canChange} onFiles={sendNew} />
      {underWay.length > 0 && (
        <ul aria-label={t`Uploads`} className="flex flex-col gap-2">
          {underWay.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onCancel={() => uploads.cancel(upload.id)}
              onDrop={() => uploads.drop(upload.id)}
              onRetry={() => {
                uploads.drop(upload.id);
                send([upload.file]);
              }}
            />
          ))}
        </ul>
      )}
      {isBeyondMemory && (
        <Notice tone="info" title={t`That is a lot to read`}>
          {t`These documents are more than your pet can keep in mind at once. It searches all of them, but in a part of them it only finds words that are written just as they are asked for. With fewer or shorter documents it answers better.`}
        </Notice>
      )}
      <DocumentList agentId={agentId} canChange={canChange} isUploading={underWay.length > 0} />
    </div>
  );
}

type DocumentListProps = { agentId: string; canChange: boolean; isUploading: boolean };

function DocumentList({ agentId, canChange, isUploading }: DocumentListProps) {
  const documents = useDocuments(agentId);
  if (documents.isPending) {
    return (
      <div aria-busy="true" className="flex flex-col gap-4">
        {[1, 2].map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-6" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="w-2/3" />
              <Skeleton className="h-3 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    );
  }
  if (documents.isError) {
    return <LoadError title={t`The documents could not be loaded`} onRetry={() => void documents.refetch()} />;
  }
  if (documents.data.length === 0) {
    if (isUploading) return null;
    return (
      <EmptyState art={<EmptyDocuments />} title={t`No documents yet`} as="h3" className="py-2">
        {t`A vet's letter, a training plan, a poem about naps: your pet reads what you give it and talks about it.`}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t`Documents`}>
      {documents.data.map((document) => (
        <DocumentRow key={document.id} document={document} canChange={canChange} />
      ))}
    </ul>
  );
}

function report({ uploaded, failed, reason }: UploadResult): void {
  if (failed > 0) toast({ title: t`Upload failed`, description: reason, variant: "destructive" });
  else if (uploaded > 0) toast({ title: t`Document uploaded successfully!` });
}
