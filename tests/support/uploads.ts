import { vi } from "vitest";

interface Upload {
  url: string;
  form: FormData;
  isAborted: boolean;
}

/** The wire of uploads, played by a test. */
export interface UploadWire {
  uploads: Upload[];
  /** The answers to the next uploads, the last one stays; null: the server can't be reached; "waits": no answer. */
  answer: (...answers: (UploadAnswer | null | "waits")[]) => void;
}

interface UploadAnswer {
  status: number;
  body: unknown;
}

export function startUploads(): UploadWire {
  let answers: (UploadAnswer | null | "waits")[] = [];
  const uploads: Upload[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      status = 0;
      statusText = "";
      responseText = "";
      upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onabort: (() => void) | null = null;
      #url = "";
      #sent: Upload | undefined;
      open(_method: string, url: string): void {
        this.#url = url;
      }
      abort(): void {
        if (this.#sent !== undefined) this.#sent.isAborted = true;
        this.onabort?.();
      }
      send(form: FormData): void {
        this.#sent = { url: this.#url, form, isAborted: false };
        uploads.push(this.#sent);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        this.upload.onprogress?.({ loaded: 100, total: 100 });
        if (answer === undefined || answer === "waits") return;
        queueMicrotask(() => {
          if (answer === null) return this.onerror?.();
          this.status = answer.status;
          this.responseText = JSON.stringify(answer.body);
          return this.onload?.();
        });
      }
    },
  );
  return {
    uploads,
    answer(...next) {
      answers = next;
    },
  };
}

export const refused = (status: number, code: string, error: string): UploadAnswer => ({
  status,
  body: { error, code },
});
