import type { InputOf, ResponseOf, RouteContract, UploadContract } from "../../../shared/route.ts";
import { ApiError, urlOf } from "./api.ts";

/** Bytes of the request that have left the browser, of all that it has to send. */
export interface UploadProgress {
  sent: number;
  total: number;
}

/**
 * Sends the file and fields of an upload contract and tells how far it is: `fetch` can't say, so this is an
 * XMLHttpRequest.
 * @throws ApiError for any answer other than 2xx, TypeError where the server can't be reached or the signal ends it.
 */
export function uploadWithProgress<Contract extends RouteContract & { upload: UploadContract }>(
  contract: Contract,
  input: InputOf<Contract>,
  onProgress: (progress: UploadProgress) => void,
  signal?: AbortSignal,
): Promise<ResponseOf<Contract>> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(contract.method, urlOf(contract, input));
    sending.withCredentials = true;
    sending.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    sending.onerror = () => reject(new TypeError("The server can't be reached"));
    sending.onabort = sending.onerror;
    sending.onload = () => {
      const { status, statusText, responseText } = sending;
      if (status < 200 || status > 299) return reject(new ApiError(status, responseText, statusText));
      try {
        resolve(readResult(contract, JSON.parse(responseText)));
      } catch (error) {
        reject(error);
      }
    };
    signal?.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(formOf(contract.upload.field, input));
  });
}

type Form = { body?: unknown; file?: Blob | undefined; filename?: string };

function formOf(field: string, { body, file, filename }: Form): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value));
  if (file !== undefined) form.set(field, file, filename ?? (file instanceof File ? file.name : "file"));
  return form;
}

function readResult<Contract extends RouteContract>(contract: Contract, value: unknown): ResponseOf<Contract>;
function readResult(contract: RouteContract, value: unknown): unknown {
  return contract.response === undefined ? value : contract.response.parse(value);
}
