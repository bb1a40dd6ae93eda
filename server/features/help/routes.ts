import type { LanguageModel } from "#server/models/chat/llm.ts";
import type { Env } from "#server/platform/env.ts";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { helpAssistant } from "#shared/api/help.ts";
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
    run: ({ body, scope: { user } }) => giveHelp({ llm, usage, env, db: context.db, log: context.log }, user, body),
  });
}
