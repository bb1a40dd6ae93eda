import { helpAssistant } from "../../../shared/api/help.ts";
import type { Env } from "../../env.ts";
import { signedIn } from "../../http/access.ts";
import type { RouteContext } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import type { LanguageModel } from "../../providers/llm/llm.ts";
import type { UsageMeter } from "../usage/service.ts";
import { giveHelp } from "./service.ts";

interface HelpRouteDeps {
  llm: LanguageModel;
  usage: UsageMeter;
  env: Pick<Env, "OPENAI_TIMEOUT_S">;
}

export function helpRoutes(context: RouteContext, { llm, usage, env }: HelpRouteDeps): void {
  handle(context, helpAssistant, {
    access: signedIn,
    limit: "help",
    run: ({ body, scope: { user } }) => giveHelp({ llm, usage, env, log: context.log }, user, body),
  });
}
