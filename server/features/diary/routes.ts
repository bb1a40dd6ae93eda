import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { interviewerWords } from "#server/understanding/interview/acknowledge.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/diary.ts";
import { petDiaryEditor } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import { hearInterview, type InterviewDeps } from "./interview.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

/** Users with a grant can talk with the pet but not read its diary. */
export function diaryRoutes(context: RouteContext, deps: Omit<InterviewDeps, "log">): void {
  const { db } = deps;
  handle(context, contract.listDiaryQuestions, {
    access: signedIn,
    run: () => queries.listActiveQuestions(db),
  });

  handle(context, contract.listPetQuestions, {
    access: signedIn,
    run: ({ params, query }) => service.listPetQuestions(db, params.language, query.species),
  });

  handle(context, contract.listInterviewSayings, {
    access: signedIn,
    run: async ({ params }) => interviewerWords(params.language),
  });

  handle(context, contract.listDiaryAnswers, {
    access: petDiaryEditor,
    run: ({ scope: { user, agent }, request }) => service.readAnswers(db, callerOf(user, request), agent),
  });

  handle(context, contract.saveDiaryAnswer, {
    access: petDiaryEditor,
    run: ({ scope: { user, agent }, body, request }) => service.saveAnswer(db, callerOf(user, request), agent, body),
  });

  handle(context, contract.listOwnDiaryQuestions, {
    access: petDiaryEditor,
    run: ({ scope: { agent } }) => queries.listOwnQuestions(db, agent.id),
  });

  handle(context, contract.addDiaryEntry, {
    access: petDiaryEditor,
    limit: "diary",
    run: ({ scope: { user, agent }, body, request }) => service.addEntry(db, callerOf(user, request), agent, body),
  });

  handle(context, contract.hearInterview, {
    access: petDiaryEditor,
    limit: "help",
    run: ({ scope: { user, agent }, body }) => hearInterview({ ...deps, log: context.log }, user, agent, body),
  });

  handle(context, contract.deleteDiaryAnswer, {
    access: petDiaryEditor,
    run: async ({ scope: { user, agent }, params, request }) => {
      await service.deleteAnswer(db, callerOf(user, request), agent, params.questionId);
      return success;
    },
  });
}
