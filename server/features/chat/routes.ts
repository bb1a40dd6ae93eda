import * as contract from "../../../shared/api/chat.ts";
import { success } from "../../../shared/api/common.ts";
import { signedIn } from "../../http/access.ts";
import type { Doorway } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { media } from "../../http/media.ts";
import { stream } from "../../http/stream.ts";
import { petUser } from "../agents/access.ts";
import { sentenceStore } from "../spoken-replies/sentence-clips.ts";
import { answer } from "./answer.ts";
import type { ChatDeps } from "./make-reply.ts";
import * as service from "./service.ts";

export function chatRoutes(doorway: Doorway, deps: ChatDeps): void {
  const { db, files } = deps;

  handle(doorway, contract.createSession, {
    access: signedIn,
    run: ({ body, scope: { user } }) => service.createSession(db, user, body.agentId),
  });

  handle(doorway, contract.listMessages, {
    access: signedIn,
    run: ({ params, query, scope: { user } }) => service.listMessages(db, user, params.sessionId, query),
  });

  handle(doorway, contract.chat, {
    access: petUser,
    limit: "chat",
    run: ({ body, scope }) => service.replyAtOnce(deps, { ...scope, question: body }),
  });

  stream(doorway, contract.chatStream, {
    access: petUser,
    limit: "chat",
    run: ({ body, scope }) => answer(deps, { ...scope, question: body, sentences: true }),
  });

  handle(doorway, contract.stopReply, {
    access: signedIn,
    run: async ({ params, scope: { user } }) => {
      await service.stopReply(db, user, params.sessionId);
      return success;
    },
  });

  media(doorway, contract.getReplyAudio, {
    access: signedIn,
    run: ({ params, scope: { user } }) => service.findAudio(db, files, user, params.id),
  });

  media(doorway, contract.getSpokenSentence, {
    access: signedIn,
    run: ({ params, scope: { user } }) => {
      const { replyId, index } = params;
      return sentenceStore.find(files, { userId: user.id, replyId, index: Number(index) });
    },
  });
}
