import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FileText, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PetDocument } from "#shared/api/documents.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { useDeleteDocument, useRetryDocument } from "./api.ts";
import { fileSize } from "./choose-files.tsx";
import type { Upload } from "./use-uploads.ts";

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
            {pageCount !== null && <span>{plural(pageCount, { one: "# page", other: "# pages" })}</span>}
            <StatusBadge status={processingStatus} />
          </div>
        </div>
        {canChange && (
          <Button variant="ghost" size="icon" aria-label={t`Delete ${name}`} onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
      {processingStatus === "failed" && (
        <div className="flex flex-wrap items-center gap-3 ps-8">
          <p className="min-w-0 flex-1 basis-48 text-danger text-sm">
            {document.failureReason ?? t`This file could not be read.`}
          </p>
          {canChange && document.canRetry && (
            <Button variant="outline" size="sm" busy={retry.isPending} onClick={() => retry.mutate(document.id)}>
              {t`Try again`}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t`Delete Document?`}
        description={
          <Trans>
            <strong className="break-words">{name}</strong> goes for good, and with it what your pet learned from it.
          </Trans>
        }
        confirmLabel={removal.isPending ? t`Deleting...` : t`Delete`}
        busy={removal.isPending}
        onConfirm={() => removal.mutate(document.id, { onSuccess: () => setIsAsking(false) })}
      />
    </li>
  );
}

function StatusBadge({ status }: { status: PetDocument["processingStatus"] }) {
  switch (status) {
    case "processed":
      return <Badge tone="success">{t`Processed`}</Badge>;
    case "processing":
      return (
        <Badge tone="secondary">
          <Spinner className="size-3.5" />
          <span>{t`Processing...`}</span>
        </Badge>
      );
    case "failed":
      return <Badge tone="danger">{t`Failed`}</Badge>;
    default:
      return <Badge>{t`Pending`}</Badge>;
  }
}

type UploadRowProps = { upload: Upload; onRetry?: () => void; onDrop?: () => void; onCancel: () => void };

export function UploadRow({ upload, onRetry, onDrop, onCancel }: UploadRowProps) {
  const { file } = upload;
  return (
    <li className="flex flex-col gap-2 rounded-control bg-surface-sunken p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 flex-1 truncate font-semibold">{file.name}</span>
        <span className="text-ink-muted text-sm">{stateOf(upload)}</span>
      </div>
      {upload.state === "failed" ? (
        <div className="flex flex-wrap items-center gap-2">
          <p role="alert" className="min-w-0 flex-1 basis-48 text-danger text-sm">
            {upload.reason}
          </p>
          {onRetry && upload.canRetry && (
            <Button variant="outline" size="sm" onClick={onRetry}>
              {t`Try again`}
            </Button>
          )}
          {onDrop && (
            <Button variant="ghost" size="sm" onClick={onDrop}>
              {t`Remove`}
            </Button>
          )}
        </div>
      ) : (
        <div className="flex items-center gap-3">
          <Progress value={percentOf(upload)} aria-label={t`Uploading ${{ name: file.name }}`} className="flex-1" />
          <Button
            variant="ghost"
            size="sm"
            aria-label={t`Cancel the upload of ${{ name: file.name }}`}
            onClick={onCancel}
          >
            {t`Cancel`}
          </Button>
        </div>
      )}
    </li>
  );
}

function stateOf(upload: Upload): string {
  if (upload.state === "failed") return t`Not uploaded`;
  if (upload.state === "waiting") return t`Waiting, ${{ size: fileSize(upload.file.size) }}`;
  return t`${{ sent: fileSize(upload.sent) }} of ${{ total: fileSize(upload.total) }}`;
}

function percentOf(upload: Upload): number | null {
  if (upload.state !== "sending") return 0;
  return upload.total === 0 ? null : Math.round((100 * upload.sent) / upload.total);
}
