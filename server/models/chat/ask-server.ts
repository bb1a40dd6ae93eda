import { beginningOf, createOpenAiClient, type OpenAiAccount } from "../openai-client.ts";

const LONGEST_ANSWER = 5_000_000;

/** An answer's JSON; a path that begins with `/` is beside `/v1`. */
export type Ask = (path: string, body?: object) => Promise<unknown>;

/** Asks a model server about itself. */
export function askerOf(
  account: OpenAiAccount,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Ask {
  const beside = account.baseUrl?.replace(/\/v1\/?$/, "").replace(/\/+$/, "");
  const client = createOpenAiClient({ ...account, timeout: timeoutMs });
  return async (path, body) => {
    const address = path.startsWith("/") ? `${beside}${path}` : `/${path}`;
    const call = body === undefined ? client.get(address, { signal }) : client.post(address, { body, signal });
    return JSON.parse(await beginningOf(await call.asResponse(), LONGEST_ANSWER));
  };
}

type Fields = Record<string, unknown>;

export const fieldsOf = (value: unknown): Fields => Object(value);
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
