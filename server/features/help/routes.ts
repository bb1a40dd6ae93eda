import { helpAssistant } from "../../../shared/api/help.ts";
import { signedIn } from "../../http/access.ts";
import type { RouteContext } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import type { LanguageModel } from "../../providers/llm/llm.ts";
import type { UsageMeter } from "../usage/service.ts";
import { giveHelp } from "./service.ts";

export function helpRoutes(context: RouteContext, { llm, usage }: { llm: LanguageModel; usage: UsageMeter }): void {
  handle(context, helpAssistant, {
    access: signedIn,
    limit: "help",
    run: ({ body, scope: { user } }) => giveHelp({ llm, usage, log: context.log }, user, body),
  });
}
