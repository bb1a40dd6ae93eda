import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ArchivedPet, type ImportSummary, importPet } from "#shared/api/my-data.ts";
import { limits } from "#shared/limits.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call, serverMessageOf } from "@/lib/api.ts";
import { sendWithProgress } from "@/lib/upload-progress.ts";
import { myDataKey } from "./api.ts";

type ImportState =
  | { step: "idle" }
  /** `percent` of the bytes are sent; at 100 the server reads them. */
  | { step: "sending"; file: File; percent: number }
  | { step: "choosing"; file: File; pets: ArchivedPet[] }
  | { step: "failed"; file: File; reason: string }
  | { step: "done"; summary: ImportSummary };

const MAX_MEGABYTES = limits.archive.bytes / 1024 / 1024;

/** The steps of an import, from the chosen file to the summary. The file is kept because it may be sent twice. */
export function useImport() {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: "idle" });

  async function start(file: File, folder?: string): Promise<void> {
    if (file.size > limits.archive.bytes) {
      setState({ step: "failed", file, reason: `The file is too large: up to ${MAX_MEGABYTES} MB can be taken.` });
      return;
    }
    setState({ step: "sending", file, percent: 0 });
    try {
      const body = folder === undefined ? {} : { folder };
      const send = sendWithProgress(({ sent, total }) =>
        setState({ step: "sending", file, percent: total === 0 ? 0 : Math.floor((100 * sent) / total) }),
      );
      const result = await call(importPet, { file, body }, { fetch: send });
      if (result.outcome === "choose") {
        setState({ step: "choosing", file, pets: result.pets });
        return;
      }
      setState({ step: "done", summary: result.summary });
      await Promise.all([refreshAgents(client), client.invalidateQueries({ queryKey: myDataKey })]);
    } catch (error) {
      const reason = serverMessageOf(error) ?? "The ZIP could not be sent. Please try again.";
      setState({ step: "failed", file, reason });
    }
  }

  return {
    state,
    start: (file: File) => start(file),
    choose: (folder: string) => {
      if (state.step === "choosing") void start(state.file, folder);
    },
    reset: () => setState({ step: "idle" }),
  };
}
