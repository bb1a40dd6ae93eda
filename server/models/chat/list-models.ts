import { beginningOf, createOpenAiClient, type OpenAiAccount } from "../openai-client.ts";
import { LanguageModelError } from "./llm.ts";
import { asFailure } from "./openai-errors.ts";

const TIMEOUT_MS = 10_000;
/** Services with hundreds of models describe each of them at length. */
const LONGEST_ANSWER = 5_000_000;
const MOST_MODELS = 1_000;
const LONGEST_NAME = 200;

/** The names of the models that a server offers, in the order of the alphabet. @throws LanguageModelError */
export async function listModels(account: OpenAiAccount, timeoutMs = TIMEOUT_MS): Promise<string[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const client = createOpenAiClient({ ...account, timeout: timeoutMs });
    const response = await client.models.list({ signal }).asResponse();
    const names = namesOf(JSON.parse(await beginningOf(response, LONGEST_ANSWER)));
    if (names === null) throw new LanguageModelError("wrong_address", "an answer that is no list of models");
    return names;
  } catch (error) {
    if (signal.aborted) throw new LanguageModelError("timeout", `no list of models within ${timeoutMs} ms`);
    if (error instanceof SyntaxError) throw new LanguageModelError("wrong_address", "an answer that is no JSON");
    throw asFailure(error);
  }
}

/** Null where it is no list of models. */
function namesOf(answer: unknown): string[] | null {
  const { data }: { data?: unknown } = Object(answer);
  // An Ollama without models.
  if (data === null) return [];
  if (!Array.isArray(data)) return null;
  const names = data.flatMap((model: unknown) => {
    const { id }: { id?: unknown } = Object(model);
    return typeof id === "string" && id !== "" && id.length <= LONGEST_NAME ? [id] : [];
  });
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, "en")).slice(0, MOST_MODELS);
}
