import type { Db } from "#server/db/client.ts";
import { type Language, languageFor } from "#server/languages/languages.ts";
import type { Log } from "#server/log.ts";
import type { UsableAgent } from "../agents/access.ts";
import { prepareCareWords } from "../care/care.ts";
import { prepareUnderstanding } from "../dialogue/dialogue.ts";
import { prepareToHelpIn } from "../emergency/emergency.ts";
import { prepareKnowledge, prepareToSearch } from "../knowledge/knowledge.ts";

/**
 * Learns languages, in slices, so that hardly a first message waits for it: each takes half a second of the processor and
 * some megabytes. Does nothing for one that is learned.
 */
export async function learnLanguages(languages: readonly Language[]): Promise<void> {
  await prepareToHelpIn(languages);
  await prepareCareWords();
  await prepareUnderstanding(languages);
  for (const { code } of languages) await prepareToSearch(code);
}

/** A chat is opened: what its first answer needs is made ready while the person reads and types. */
export async function prepareToAnswer(deps: { db: Db; log: Log }, agent: UsableAgent): Promise<void> {
  try {
    const language = languageFor(agent.language);
    if (language !== undefined) await learnLanguages([language]);
    await prepareKnowledge(deps, agent);
  } catch (err) {
    deps.log.warn({ err, agentId: agent.id }, "the first answer could not be made ready");
  }
}
