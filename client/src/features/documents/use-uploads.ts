import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, serverMessageOf } from "@/lib/api.ts";
import { sendWithProgress, type UploadProgress } from "@/lib/upload-progress.ts";
import { uploadDocument } from "../../../../shared/api/documents.ts";
import { refreshDocuments } from "./api.ts";

interface Queued {
  id: number;
  agentId: string;
  file: File;
}

export type Upload = Queued &
  ({ state: "waiting" } | ({ state: "sending" } & UploadProgress) | { state: "failed"; reason: string });

export interface UploadResult {
  uploaded: number;
  failed: number;
  /** Why the last failed upload failed. */
  reason: string | undefined;
}

export type Uploads = ReturnType<typeof useUploads>;

/**
 * The uploads of documents, sent one after the other. Those that failed stay in the list, with their file, until
 * they are sent again or removed.
 */
export function useUploads() {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const lastId = useRef(0);

  const update = (next: Upload) => setUploads((all) => all.map((upload) => (upload.id === next.id ? next : upload)));
  const drop = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  const following = (item: Queued) =>
    sendWithProgress((progress) => update({ ...item, state: "sending", ...progress }));

  const send = async (agentId: string, files: readonly File[]): Promise<UploadResult> => {
    const queue = files.map((file) => {
      lastId.current += 1;
      return { id: lastId.current, agentId, file };
    });
    setUploads((all) => [...all, ...queue.map((item): Upload => ({ ...item, state: "waiting" }))]);
    const result: UploadResult = { uploaded: 0, failed: 0, reason: undefined };
    for (const item of queue) {
      update({ ...item, state: "sending", sent: 0, total: item.file.size });
      try {
        await call(uploadDocument, { params: { id: agentId }, file: item.file }, { fetch: following(item) });
        result.uploaded += 1;
        drop(item.id);
        await refreshDocuments(client, agentId);
      } catch (error) {
        result.failed += 1;
        result.reason = serverMessageOf(error) ?? "The file could not be sent. Please try again.";
        update({ ...item, state: "failed", reason: result.reason });
      }
    }
    return result;
  };

  return { uploads, send, drop };
}
