import { helpAssistant } from "../../../shared/api/help.ts";
import { signedIn } from "../../http/access.ts";
import type { Doorway } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import type { LanguageModel } from "../../providers/llm/llm.ts";
import type { UsageMeter } from "../usage/service.ts";
import { giveHelp } from "./service.ts";

export function helpRoutes(doorway: Doorway, { llm, usage }: { llm: LanguageModel; usage: UsageMeter }): void {
  handle(doorway, helpAssistant, {
    access: signedIn,
    limit: "help",
    run: async ({ body, scope: { user } }) => ({
      response: await giveHelp({ llm, usage, log: doorway.log }, user, body),
    }),
  });
}
