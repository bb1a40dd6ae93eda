import { callerOf } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/settings/diary-questions.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function diaryQuestionRoutes(context: RouteContext, { db }: { db: Db }): void {
  const access = can("manage_settings", "manage_users");

  handle(context, contract.listManagedQuestions, {
    access,
    run: async () => ({ questions: await queries.listQuestions(db) }),
  });

  handle(context, contract.addQuestion, {
    access,
    limit: "making",
    run: ({ body, scope: { user }, request }) => service.addQuestion(db, callerOf(user, request), body),
  });

  handle(context, contract.updateQuestion, {
    access,
    run: ({ params, body, scope: { user }, request }) =>
      service.updateQuestion(db, callerOf(user, request), params.id, body),
  });

  handle(context, contract.orderQuestions, {
    access,
    run: ({ body, scope: { user }, request }) => service.orderQuestions(db, callerOf(user, request), body.ids),
  });
}
