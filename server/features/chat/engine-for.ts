import { ModelReply, type ModelReplyDeps } from "./model-reply.ts";
import { QuotedReply } from "./quoted-reply.ts";
import type { ReplyEngine } from "./reply-engine.ts";

/** The one place that decides what a pet answers with; asked for each reply, for the model may have been set meanwhile. */
export const engineFor = (deps: ModelReplyDeps & { pauseMs?: number }): ReplyEngine =>
  deps.llm.engine === null ? new QuotedReply(deps) : new ModelReply(deps);
