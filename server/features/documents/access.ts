import type { Access, CurrentUser } from "#server/platform/http/access.ts";
import { HttpError, notFound } from "#server/platform/http/errors.ts";
import { petDocumentEditor, type UsableAgent } from "../agents/access.ts";
import { findDocument } from "./queries.ts";

/**
 * Takes the path parameter `id` as a document's id. A caller who may not use its pet gets the same answer as for a missing
 * document.
 */
export const documentEditor: Access<{
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
