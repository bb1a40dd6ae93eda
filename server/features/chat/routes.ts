import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { stream } from "#server/platform/http/stream.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import * as contract from "#shared/api/chat.ts";
import { success } from "#shared/api/common.ts";
import { petUserOrDemo } from "../agents/access.ts";
import { answer } from "./answer.ts";
import type { ChatDeps } from "./make-reply.ts";
import * as service from "./service.ts";

export function chatRoutes(context: RouteContext, deps: ChatDeps & { jobs: JobQueue }): void {
  const { db } = deps;

  handle(context, contract.createSession, {
    access: signedIn,
    limit: "sessions",
    run: ({ body, scope: { user } }) => service.createSession(db, user, body),
  });

  handle(context, contract.closeTemporaryChat, {
    access: signedIn,
    run: async ({ params, scope: { user } }) => {
      await service.closeChat(deps, user, params.sessionId);
      return success;
    },
  });

  handle(context, contract.listLatestChats, {
    access: signedIn,
    run: ({ scope: { user } }) => service.listLatestChats(db, user),
  });

  handle(context, contract.listMessages, {
    access: signedIn,
    run: ({ params, query, scope: { user } }) => service.listMessages(db, user, params.sessionId, query),
  });

  handle(context, contract.showVersion, {
    access: signedIn,
    run: async ({ params, scope: { user } }) => {
      await service.showVersion(db, user, params.id);
      return success;
    },
  });

  handle(context, contract.keepReply, {
    access: signedIn,
    run: async ({ params, body, scope: { user } }) => {
      await service.keepReply(db, user, { ...params, ...body });
      return success;
    },
  });

  handle(context, contract.declineCorrection, {
    access: signedIn,
    run: async ({ params, scope: { user } }) => {
      await service.declineOffered(db, user, params.id);
      return success;
    },
  });

  handle(context, contract.getWholeQuestion, {
    access: signedIn,
    run: ({ params, scope: { user } }) => service.readWholeQuestion(deps, user, params.id),
  });

  handle(context, contract.chat, {
    access: petUserOrDemo,
    limit: "chat",
    run: ({ body, scope }) => service.replyAtOnce(deps, { ...scope, question: body }),
  });

  stream(context, contract.chatStream, {
    access: petUserOrDemo,
    limit: "chat",
    run: ({ body, scope }) => answer(deps, { ...scope, question: body, soundInStream: body.soundInStream }),
  });

  handle(context, contract.stopReply, {
    access: signedIn,
    run: async ({ params, body, scope: { user } }) => {
      await service.stopReply(deps, user, { sessionId: params.sessionId, ...body });
      return success;
    },
  });
}
