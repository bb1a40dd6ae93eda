import { download } from "#server/platform/http/download.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/book.ts";
import { success } from "#shared/api/common.ts";
import { petDiaryEditor } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import * as service from "./service.ts";

/** Whoever keeps the diary may read all that stands in the book; of the talks it has their own. */
export function bookRoutes(context: RouteContext, deps: service.BookDeps): void {
  handle(context, contract.getBook, {
    access: petDiaryEditor,
    run: ({ scope: { user, agent }, request }) => service.readBook(deps, callerOf(user, request), agent),
  });

  handle(context, contract.arrangeBook, {
    access: petDiaryEditor,
    run: async ({ body, scope: { agent } }) => {
      await service.arrangeBook(deps, agent, body);
      return success;
    },
  });

  handle(context, contract.makeBookPdf, {
    access: petDiaryEditor,
    limit: "book",
    run: ({ scope: { user, agent }, request }) => service.beginPdf(deps, callerOf(user, request), agent),
  });

  handle(context, contract.getBookPdf, {
    access: petDiaryEditor,
    run: ({ scope: { user, agent } }) => service.pdfState(deps, { agentId: agent.id, userId: user.id }),
  });

  download(context, contract.downloadBookPdf, {
    access: petDiaryEditor,
    limit: "export",
    run: ({ scope: { user, agent } }) => service.openPdf(deps, agent, user.id),
  });
}
