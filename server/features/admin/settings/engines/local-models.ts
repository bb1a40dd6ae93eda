import { totalmem } from "node:os";
import { type Caller, record } from "#server/features/audit/service.ts";
import { findLocalServers } from "#server/models/chat/local-servers.ts";
import {
  installedModels,
  isForPets,
  isSameModel,
  nameForPets,
  OllamaError,
  type OllamaModel,
  ollamaRoot,
  openAiAddress,
} from "#server/models/ollama.ts";
import { hostOf } from "#server/platform/http/addresses.ts";
import type { LocalModel, LocalModelPurpose } from "#shared/api/admin/settings/local-models.ts";
import { type EngineSettingsDeps, keptEnv, refuseAddress, withoutCredentials } from "./engine-settings.ts";

interface SuitableModel {
  name: string;
  purpose: LocalModelPurpose;
  /** To fetch. */
  gigabytes: number;
  /** With the context of `CONTEXT_TOKENS`. */
  memoryGigabytes: number;
  license: string;
  goodAt: string;
}

/** As Ollama's library had them on 2026-11-28; at most four for each purpose, the one to try first on top. */
export const suitableModels: readonly SuitableModel[] = [
  {
    name: "gemma4:e2b",
    purpose: "chat",
    gigabytes: 7.2,
    memoryGigabytes: 9,
    license: "Apache-2.0",
    goodAt: "Writes best of these, in about 140 languages.",
  },
  {
    name: "qwen3.5:4b",
    purpose: "chat",
    gigabytes: 3.4,
    memoryGigabytes: 6,
    license: "Apache-2.0",
    goodAt: "Keeps to the diary well; half the size.",
  },
  {
    name: "qwen3.5:2b",
    purpose: "chat",
    gigabytes: 2.7,
    memoryGigabytes: 4.5,
    license: "Apache-2.0",
    goodAt: "Quick without a graphics card; plainer words.",
  },
  {
    name: "qwen3.5:9b",
    purpose: "chat",
    gigabytes: 6.6,
    memoryGigabytes: 10,
    license: "Apache-2.0",
    goodAt: "Understands most; wants a graphics card.",
  },
  {
    name: "qwen3-embedding:0.6b",
    purpose: "embedding",
    gigabytes: 0.6,
    memoryGigabytes: 1.5,
    license: "Apache-2.0",
    goodAt: "Over 100 languages.",
  },
  {
    name: "granite-embedding:278m",
    purpose: "embedding",
    gigabytes: 0.6,
    memoryGigabytes: 1,
    license: "Apache-2.0",
    goodAt: "Quicker; 12 languages, not Hindi or Russian.",
  },
  {
    name: "bge-m3",
    purpose: "embedding",
    gigabytes: 1.2,
    memoryGigabytes: 2,
    license: "MIT",
    goodAt: "Over 100 languages and long documents; slower.",
  },
];

const USUAL_ADDRESS = "http://127.0.0.1:11434";
const LOOK_MS = 3_000;
const HOW_TO_GET_IT =
  "No Ollama answers on this machine. Install it from ollama.com/download, start it, and look again; or give the address of another machine's.";

export async function lookForModels(deps: EngineSettingsDeps, by: Caller, address: string | null) {
  await refuseAddress("address", address, null);
  const root = ollamaRoot(address ?? USUAL_ADDRESS);
  const [ollama, all] = await Promise.all([
    ollamaAt(deps, root),
    address === null ? findLocalServers() : Promise.resolve([]),
  ]);
  const servers = all.filter(({ baseUrl }) => ollamaRoot(baseUrl) !== root);
  await record(deps.db, {
    by,
    action: "engine.find_servers",
    details: {
      found: servers.length + (ollama.models === null ? 0 : 1),
      ...(address !== null && { address: withoutCredentials(root) }),
    },
  });
  const { models, problem } = ollama;
  const found = models && { baseUrl: openAiAddress(root), memoryGigabytes: memoryOf(root), models };
  return { ollama: found, servers, problem: problem && address === null ? HOW_TO_GET_IT : problem };
}

type Found = { models: LocalModel[]; problem: null } | { models: null; problem: string };

async function ollamaAt(deps: EngineSettingsDeps, root: string): Promise<Found> {
  try {
    const installed = await installedModels(root, LOOK_MS);
    const used = await usedModels(deps, root);
    return { models: offersOf(installed, used, memoryOf(root)), problem: null };
  } catch (error) {
    if (!(error instanceof OllamaError)) throw error;
    return { models: null, problem: error.sentence };
  }
}

/** Null where it runs on another machine. */
function memoryOf(root: string): number | null {
  const host = hostOf(root);
  if (host !== "localhost" && host !== "::1" && !host.startsWith("127.")) return null;
  // Zero, or more than there is, where no container sets a limit.
  const limit = process.constrainedMemory();
  return Math.min(limit > 0 ? limit : totalmem(), totalmem()) / 1e9;
}

export async function usedModels(deps: EngineSettingsDeps, root: string): Promise<string[]> {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model, OPENAI_EMBEDDING_MODEL: embeddingModel } = await keptEnv(deps);
  if (baseUrl === undefined || ollamaRoot(baseUrl) !== root) return [];
  return embeddingModel === undefined ? [model] : [model, embeddingModel];
}

/** What suits comes first, then what is there already. */
export function offersOf(
  installed: readonly OllamaModel[],
  used: readonly string[],
  memoryGigabytes: number | null,
): LocalModel[] {
  const isUsed = (name: string) =>
    used.some((other) => isSameModel(other, name) || isSameModel(other, nameForPets(name)));
  const suggested = suitableModels.map(({ memoryGigabytes: needed, ...model }) => ({
    ...model,
    isHere: installed.some(({ name }) => isSameModel(name, model.name)),
    fits: memoryGigabytes === null ? null : needed <= memoryGigabytes,
    inUse: isUsed(model.name),
  }));
  const others = installed
    .filter(({ name }) => !isForPets(name) && !suitableModels.some((known) => isSameModel(known.name, name)))
    .map(({ name, bytes, isEmbedding }) => ({
      name,
      purpose: isEmbedding ? ("embedding" as const) : ("chat" as const),
      gigabytes: bytes / 1e9,
      ...{ license: null, goodAt: null, isHere: true },
      fits: memoryGigabytes === null ? null : (bytes / 1e9) * 1.3 <= memoryGigabytes,
      inUse: isUsed(name),
    }));
  return [...suggested, ...others];
}
