import * as contract from "../../../../../shared/api/admin/settings/diary-questions.ts";
import type { Db } from "../../../../db/client.ts";
import { can } from "../../../../http/access.ts";
import type { Doorway } from "../../../../http/gate.ts";
import { handle } from "../../../../http/handle.ts";
import { callerOf } from "../../../audit/service.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function diaryQuestionRoutes(doorway: Doorway, { db }: { db: Db }): void {
  const access = can("manage_settings", "manage_users");

  handle(doorway, contract.listManagedQuestions, {
    access,
    run: async () => ({ questions: await queries.listQuestions(db) }),
  });

  handle(doorway, contract.addQuestion, {
    access,
    run: ({ body, scope: { user }, request }) => service.addQuestion(db, callerOf(user, request), body),
  });

  handle(doorway, contract.updateQuestion, {
    access,
    run: ({ params, body, scope: { user }, request }) =>
      service.updateQuestion(db, callerOf(user, request), params.id, body),
  });

  handle(doorway, contract.orderQuestions, {
    access,
    run: ({ body, scope: { user }, request }) => service.orderQuestions(db, callerOf(user, request), body.ids),
  });
}
