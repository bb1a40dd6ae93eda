import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useMemo, useState } from "react";
import { uploadDocument } from "#shared/api/documents.ts";
import { ApiError, call, fieldErrorsOf, serverMessageOf } from "@/lib/api.ts";
import { sendWithProgress, type UploadProgress } from "@/lib/upload-progress.ts";
import { refreshDocuments } from "./api.ts";

interface QueuedFile {
  id: number;
  agentId: string;
  file: File;
}

export type Upload = QueuedFile &
  (
    | { state: "waiting" }
    | ({ state: "sending" } & UploadProgress)
    | { state: "failed"; reason: string; canRetry: boolean }
  );

export interface UploadResult {
  uploaded: number;
  failed: number;
  /** Of the last failed upload. */
  reason: string | undefined;
}

export type Uploads = ReturnType<typeof useUploads>;

/** Files are sent one after the other. Failed uploads stay in the list until they are sent again or removed. */
export function useUploads() {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const actions = useMemo(() => uploadActions(client, setUploads), [client]);
  return useMemo(() => ({ uploads, ...actions }), [uploads, actions]);
}

function uploadActions(client: QueryClient, setUploads: Dispatch<SetStateAction<Upload[]>>) {
  let lastId = 0;
  /** Of the uploads that wait or are being sent. */
  const controllers = new Map<number, AbortController>();

  const update = (next: Upload) => setUploads((all) => all.map((upload) => (upload.id === next.id ? next : upload)));
  const drop = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  const following = (item: QueuedFile) =>
    sendWithProgress((progress) => update({ ...item, state: "sending", ...progress }));

  const send = async (agentId: string, files: readonly File[]): Promise<UploadResult> => {
    const queue = files.map((file) => {
      lastId += 1;
      controllers.set(lastId, new AbortController());
      return { id: lastId, agentId, file };
    });
    setUploads((all) => [...all, ...queue.map((item): Upload => ({ ...item, state: "waiting" }))]);
    const result: UploadResult = { uploaded: 0, failed: 0, reason: undefined };
    for (const item of queue) {
      const controller = controllers.get(item.id);
      if (controller === undefined) continue;
      const { signal } = controller;
      update({ ...item, state: "sending", sent: 0, total: item.file.size });
      try {
        await call(uploadDocument, { params: { id: agentId }, file: item.file }, { fetch: following(item), signal });
        result.uploaded += 1;
        drop(item.id);
      } catch (error) {
        if (!signal.aborted) {
          result.failed += 1;
          result.reason = reasonOf(error);
          update({ ...item, state: "failed", reason: result.reason, canRetry: mayPass(error) });
        }
      }
      controllers.delete(item.id);
      // After a cancellation too: the server may have had the whole file by then.
      await refreshDocuments(client, agentId);
    }
    return result;
  };

  const cancel = (id: number) => {
    controllers.get(id)?.abort();
    controllers.delete(id);
    drop(id);
  };

  return { send, drop, cancel };
}

/** The server's sentence, and the one that says what the file is. */
function reasonOf(error: unknown): string {
  const { file } = fieldErrorsOf(error);
  const said = serverMessageOf(error) ?? t`The file could not be sent. Please try again.`;
  return file === undefined ? said : `${said.replace(/[^.!?]$/, "$&.")} ${file}`;
}

/** Not where the file itself is the reason. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || ![400, 403, 404, 413, 415].includes(error.status);
