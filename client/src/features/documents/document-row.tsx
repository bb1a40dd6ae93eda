import { FileText, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PetDocument } from "#shared/api/documents.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { useDeleteDocument, useRetryDocument } from "./api.ts";
import { fileSize } from "./file-rules.ts";

export function DocumentRow({ document, canChange }: { document: PetDocument; canChange: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const retry = useRetryDocument(document.agentId);
  const removal = useDeleteDocument(document.agentId);
  const { originalName: name, pageCount, processingStatus } = document;
  return (
    <li className="flex flex-col gap-2 border-line border-b py-3 last:border-b-0">
      <div className="flex items-center gap-3">
        <FileText aria-hidden="true" className="size-5 shrink-0 text-secondary" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold" title={name}>
            {name}
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-sm">
            <span>{fileSize(Number(document.fileSize))}</span>
            {pageCount !== null && <span>{pageCount === 1 ? "1 page" : `${pageCount} pages`}</span>}
            <StatusBadge status={processingStatus} />
          </div>
        </div>
        {canChange && (
          <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
      {processingStatus === "failed" && (
        <div className="flex flex-wrap items-center gap-3 pl-8">
          <p className="min-w-0 flex-1 basis-48 text-danger text-sm">
            {document.failureReason ?? "This file could not be read."}
          </p>
          {canChange && document.canRetry && (
            <Button variant="outline" size="sm" busy={retry.isPending} onClick={() => retry.mutate(document.id)}>
              Try again
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete Document?"
        description={
          <>
            <strong className="break-words">{name}</strong>
            <span>{" goes for good, and with it what your pet learned from it."}</span>
          </>
        }
        confirmLabel={removal.isPending ? "Deleting..." : "Delete"}
        busy={removal.isPending}
        onConfirm={() => removal.mutate(document.id, { onSuccess: () => setIsAsking(false) })}
      />
    </li>
  );
}

function StatusBadge({ status }: { status: PetDocument["processingStatus"] }) {
  switch (status) {
    case "processed":
      return <Badge tone="success">Processed</Badge>;
    case "processing":
      return (
        <Badge tone="secondary">
          <Spinner className="size-3.5" />
          <span>Processing...</span>
        </Badge>
      );
    case "failed":
      return <Badge tone="danger">Failed</Badge>;
    default:
      return <Badge>Pending</Badge>;
  }
}
