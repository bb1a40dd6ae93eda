import { Readable } from "node:stream";
import { can, signedIn } from "#server/platform/http/access.ts";
import { download } from "#server/platform/http/download.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { endSession } from "#server/platform/http/session.ts";
import { largeUpload } from "#server/platform/http/upload.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/my-data.ts";
import { dayIn } from "#shared/time-zone.ts";
import { petEditor } from "../agents/access.ts";
import { callerOf, listLooks } from "../audit/service.ts";
import { checkPassword } from "../auth/service.ts";
import { changeTimeZone } from "../time-zone/service.ts";
import { type ImportDeps, importPet } from "./import-pet.ts";
import * as service from "./service.ts";
import { writeArchive } from "./write-archive.ts";
import { zipStream } from "./zip-stream.ts";

export function myDataRoutes(context: RouteContext, deps: ImportDeps): void {
  const { db } = deps;
  const { limiter } = context;

  handle(context, contract.getMyData, {
    access: signedIn,
    run: ({ scope: { user } }) => service.overview(db, user),
  });

  handle(context, contract.changeTimeZone, {
    access: signedIn,
    run: ({ scope: { user }, body }) => changeTimeZone(db, user.id, body.timeZone),
  });

  handle(context, contract.listChatLooks, {
    access: signedIn,
    run: ({ scope: { user } }) => listLooks(db, user.id),
  });

  download(context, contract.downloadMyData, {
    access: signedIn,
    limit: "export",
    run: async ({ scope: { user }, query, request }) => {
      const withAudio = query.audio === "true";
      await service.recordDownload(db, callerOf(user, request), withAudio);
      return {
        filename: `my-data-${dayIn(user.timeZone)}.zip`,
        body: zipStream(writeArchive(deps, user, { withAudio })),
      };
    },
  });

  largeUpload(context, contract.importPet, {
    access: can("manage_agents", "Add and update agents"),
    limit: "import",
    run: ({ scope: { user }, body, file, request }) =>
      importPet(deps, callerOf(user, request), file, { folder: body.folder || undefined, person: body.person }),
  });

  handle(context, contract.deleteMyAccount, {
    access: signedIn,
    limit: "password",
    run: async ({ scope: { user }, body, request }) => {
      const by = callerOf(user, request);
      await limiter.guess("currentPassword", request, user.id, () => checkPassword(db, by, body.currentPassword));
      await service.deleteAccount(deps, by, body.confirmation);
      await endSession(request);
      return success;
    },
  });

  download(context, contract.getCharacterCard, {
    access: petEditor,
    limit: "export",
    run: async ({ scope: { user, agent }, request }) => {
      const { filename, card } = await service.characterCard(deps, callerOf(user, request), agent.id);
      return { filename, body: Readable.from([card], { objectMode: false }) };
    },
  });
}
