import { vi } from "vitest";

interface Upload {
  /** 'POST /api/transcribe' */
  call: string;
  form: FormData;
  isAborted: boolean;
}

/** null: the server can't be reached; "waits": no answer. */
type Answer = Response | null | "waits";

/** Replaces XMLHttpRequest: each upload reports progress in two halves and gets the test's answer. */
export function answerUploads(answer: (upload: Upload) => Answer): void {
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      status = 0;
      statusText = "";
      responseText = "";
      withCredentials = false;
      upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onabort: (() => void) | null = null;
      #call = "";
      #sent: Upload | undefined;
      open(method: string, url: string): void {
        this.#call = `${method} ${url}`;
      }
      abort(): void {
        if (this.#sent !== undefined) this.#sent.isAborted = true;
        this.onabort?.();
      }
      async send(form: FormData): Promise<void> {
        this.#sent = { call: this.#call, form, isAborted: false };
        for (const loaded of [10, 20]) this.upload.onprogress?.({ loaded, total: 20 });
        const response = answer(this.#sent);
        if (response === "waits") return;
        if (response === null) return queueMicrotask(() => this.onerror?.());
        this.status = response.status;
        this.responseText = await response.text();
        this.onload?.();
      }
    },
  );
}

/** Answers uploads in turn, and keeps them. */
export interface UploadWire {
  uploads: Upload[];
  /** The answers to the next uploads; the last one stays. */
  answer: (...answers: (UploadAnswer | null | "waits")[]) => void;
}

interface UploadAnswer {
  status: number;
  body: unknown;
}

export function startUploads(): UploadWire {
  let answers: (UploadAnswer | null | "waits")[] = ["waits"];
  const uploads: Upload[] = [];
  answerUploads((upload) => {
    uploads.push(upload);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? null;
    return answer === null || answer === "waits" ? answer : Response.json(answer.body, { status: answer.status });
  });
  return {
    uploads,
    answer(...next) {
      answers = next;
    },
  };
}

export const refusalOf = (status: number, code: string, error: string): UploadAnswer => ({
  status,
  body: { error, code },
});
