import { isInOwnNetwork } from "../own-network.ts";
import type { LanguageModel } from "./llm.ts";

/** Whether a model is built in or runs in one's own network, so that no call is paid. */
export async function isLocal({ engine }: LanguageModel): Promise<boolean> {
  if (engine.kind === "embedded") return true;
  return engine.address !== undefined && isInOwnNetwork(engine.address);
}
