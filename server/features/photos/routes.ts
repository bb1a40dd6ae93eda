import type { Access, CurrentUser } from "#server/platform/http/access.ts";
import { HttpError, notFound } from "#server/platform/http/errors.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { media } from "#server/platform/http/media.ts";
import { upload } from "#server/platform/http/upload.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/photos.ts";
import { type PetAccess, petEditor, petUser, petUserOrDemo, type UsableAgent } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

/** Without access to its pet a photo looks missing. */
const ofPhoto = (guard: PetAccess): Access<{ user: CurrentUser; agent: UsableAgent }> => ({
  name: guard.name,
  admit: async (request) => {
    const photo = await queries.findPhoto(request.db, request.params.id ?? "");
    if (photo === null) throw notFound("Photo");
    try {
      return await guard.admit({ ...request, params: { id: photo.agentId } });
    } catch (error) {
      throw error instanceof HttpError && error.status === 404 ? notFound("Photo") : error;
    }
  },
});

export function photoRoutes(context: RouteContext, deps: service.PhotoDeps): void {
  handle(context, contract.listPhotos, {
    access: petUser,
    run: ({ scope: { agent } }) => queries.listPhotos(deps.db, agent.id),
  });

  upload(context, contract.addPhoto, {
    access: petEditor,
    limit: "photos",
    run: ({ scope: { user, agent }, file, request }) =>
      service.addPhoto(deps, callerOf(user, request), agent, file.bytes),
  });

  handle(context, contract.editPhoto, {
    access: ofPhoto(petEditor),
    limit: "photos",
    run: ({ scope: { user, agent }, params, body, request }) =>
      service.editPhoto(deps, callerOf(user, request), agent, params.id, body),
  });

  handle(context, contract.deletePhoto, {
    access: ofPhoto(petEditor),
    run: async ({ scope: { user, agent }, params, request }) => {
      await service.deletePhoto(deps, callerOf(user, request), agent, params.id);
      return success;
    },
  });

  // Replies of the demo pet show its photos to everybody who talks with it.
  media(context, contract.getPhoto, {
    access: ofPhoto(petUserOrDemo),
    run: ({ scope: { agent }, params }) => service.openPhoto(deps.files, agent.id, params.id, params.size),
  });
}
