import { Button } from "@/components/ui/button.tsx";
import { Progress } from "@/components/ui/loading.tsx";
import { fileSize } from "./file-rules.ts";
import type { Upload } from "./use-uploads.ts";

type UploadRowProps = { upload: Upload; onRetry?: () => void; onDrop?: () => void; onCancel: () => void };

/** A file that is being sent or has failed, with its progress. */
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
              Try again
            </Button>
          )}
          {onDrop && (
            <Button variant="ghost" size="sm" onClick={onDrop}>
              Remove
            </Button>
          )}
        </div>
      ) : (
        <div className="flex items-center gap-3">
          <Progress value={percentOf(upload)} aria-label={`Uploading ${file.name}`} className="flex-1" />
          <Button variant="ghost" size="sm" aria-label={`Cancel the upload of ${file.name}`} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
    </li>
  );
}

function stateOf(upload: Upload): string {
  if (upload.state === "failed") return "Not uploaded";
  if (upload.state === "waiting") return `Waiting, ${fileSize(upload.file.size)}`;
  return `${fileSize(upload.sent)} of ${fileSize(upload.total)}`;
}

function percentOf(upload: Upload): number | null {
  if (upload.state !== "sending") return 0;
  return upload.total === 0 ? null : Math.round((100 * upload.sent) / upload.total);
}
