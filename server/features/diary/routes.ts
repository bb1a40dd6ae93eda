import { success } from "../../../shared/api/common.ts";
import * as contract from "../../../shared/api/diary.ts";
import type { Db } from "../../db/client.ts";
import { signedIn } from "../../http/access.ts";
import type { RouteContext } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { petDiaryEditor } from "../agents/access.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

/** A diary is private: users with a grant can talk with the pet but can't read its diary. */
export function diaryRoutes(context: RouteContext, { db }: { db: Db }): void {
  handle(context, contract.listDiaryQuestions, {
    access: signedIn,
    run: () => queries.listActiveQuestions(db),
  });

  handle(context, contract.listPetQuestions, {
    access: signedIn,
    run: ({ params }) => service.listPetQuestions(db, params.language),
  });

  handle(context, contract.listDiaryAnswers, {
    access: petDiaryEditor,
    run: ({ scope: { agent } }) => queries.listAnswers(db, agent.id),
  });

  handle(context, contract.saveDiaryAnswer, {
    access: petDiaryEditor,
    run: ({ scope: { agent }, body }) => service.saveAnswer(db, agent, body),
  });

  handle(context, contract.listOwnDiaryQuestions, {
    access: petDiaryEditor,
    run: ({ scope: { agent } }) => queries.listOwnQuestions(db, agent.id),
  });

  handle(context, contract.addDiaryEntry, {
    access: petDiaryEditor,
    limit: "diary",
    run: ({ scope: { agent }, body }) => service.addEntry(db, agent, body),
  });

  handle(context, contract.deleteDiaryAnswer, {
    access: petDiaryEditor,
    run: async ({ scope: { agent }, params }) => {
      await service.deleteAnswer(db, agent.id, params.questionId);
      return success;
    },
  });
}
