import type { Send } from "./api.ts";

export interface UploadProgress {
  sent: number;
  total: number;
}

/** For the `fetch` option of `call`: only XMLHttpRequest reports progress. */
export const sendWithProgress =
  (onProgress: (progress: UploadProgress) => void): Send =>
  async (url, { method, headers, body, signal }) => {
    const sending = new XMLHttpRequest();
    sending.open(method, url);
    sending.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
    sending.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    signal?.addEventListener("abort", () => sending.abort(), { once: true });
    await new Promise<void>((resolve, reject) => {
      sending.onload = () => resolve();
      sending.onerror = () => reject(new TypeError("The server can't be reached"));
      sending.onabort = sending.onerror;
      sending.send(body);
    });
    return new Response(sending.responseText || null, { status: sending.status, statusText: sending.statusText });
  };
