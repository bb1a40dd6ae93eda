import type { Db } from "#server/platform/db/client.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/open-questions.ts";
import { petDiaryEditor } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import * as service from "./service.ts";

/** For those who can answer. */
export function openQuestionRoutes(context: RouteContext, { db }: { db: Db }): void {
  handle(context, contract.listOpenQuestions, {
    access: petDiaryEditor,
    run: ({ scope: { user, agent }, request }) => service.listQuestions(db, callerOf(user, request), agent),
  });

  handle(context, contract.updateOpenQuestion, {
    access: petDiaryEditor,
    limit: "diary",
    run: async ({ scope: { user, agent }, params, body, request }) => {
      await service.putAside(db, callerOf(user, request), agent, { id: params.questionId, ...body });
      return success;
    },
  });
}
