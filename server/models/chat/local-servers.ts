import { listModels } from "./list-models.ts";

interface Place {
  name: string;
  baseUrl: string;
}

/** Where the usual model servers listen when nobody says otherwise. */
const usualPlaces: readonly Place[] = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1" },
  { name: "vLLM", baseUrl: "http://127.0.0.1:8000/v1" },
];

/** On the same machine an answer takes milliseconds. */
const TIMEOUT_MS = 2_000;

/** The model servers on this machine. Whatever else listens at one of the ports gives no list of models, and is left out. */
export async function findLocalServers(places: readonly Place[] = usualPlaces, timeoutMs = TIMEOUT_MS) {
  const found = await Promise.all(
    places.map(async (place) => {
      try {
        const account = { apiKey: undefined, baseUrl: place.baseUrl, model: "" };
        return [{ ...place, models: await listModels(account, timeoutMs) }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}
