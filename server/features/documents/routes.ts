import type { Access, CurrentUser } from "#server/platform/http/access.ts";
import { HttpError, notFound } from "#server/platform/http/errors.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { upload } from "#server/platform/http/upload.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/documents.ts";
import { petDocumentEditor, petUser, type UsableAgent } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import { findDocument, listDocuments } from "./queries.ts";
import * as service from "./service.ts";

/** Without access to its pet a document looks missing. */
const documentEditor: Access<{
  user: CurrentUser;
  agent: UsableAgent;
  document: { id: string; agentId: string };
}> = {
  name: petDocumentEditor.name,
  admit: async (request) => {
    const document = await findDocument(request.db, request.params.id ?? "");
    if (document === null) throw notFound("Document");
    try {
      const { user, agent } = await petDocumentEditor.admit({ ...request, params: { id: document.agentId } });
      return { user, agent, document };
    } catch (error) {
      throw error instanceof HttpError && error.status === 404 ? notFound("Document") : error;
    }
  },
};

export function documentRoutes(context: RouteContext, deps: service.DocumentDeps): void {
  handle(context, contract.listDocuments, {
    access: petUser,
    run: ({ scope: { agent } }) => listDocuments(deps.db, agent.id),
  });

  upload(context, contract.uploadDocument, {
    access: petDocumentEditor,
    limit: "documents",
    run: ({ scope: { user, agent }, file, request }) => service.addDocument(deps, callerOf(user, request), agent, file),
  });

  handle(context, contract.retryDocument, {
    access: documentEditor,
    limit: "documents",
    run: ({ scope: { document } }) => service.retryDocument(deps, document.id),
  });

  handle(context, contract.deleteDocument, {
    access: documentEditor,
    run: async ({ scope: { user, agent, document }, request }) => {
      await service.deleteDocument(deps, callerOf(user, request), agent, document.id);
      return success;
    },
  });
}
