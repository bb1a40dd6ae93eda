import { Readable } from "node:stream";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { type Media, media } from "#server/platform/http/media.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/memorial.ts";
import { petManager } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import { openAvatar } from "../avatars/avatars.ts";
import { memorialHtml, readerOf } from "./memorial-html.ts";
import { findOpenPage } from "./queries.ts";
import * as service from "./service.ts";

export function memorialRoutes(context: RouteContext, { db, files }: { db: Db; files: FileStore }): void {
  handle(context, contract.getMemorial, {
    access: petManager,
    run: ({ scope: { agent } }) => service.readMemorial(db, agent),
  });

  handle(context, contract.saveMemorial, {
    access: petManager,
    run: async ({ scope: { agent }, body }) => {
      await service.saveMemorial(db, agent, body);
      return success;
    },
  });

  handle(context, contract.openMemorial, {
    access: petManager,
    run: async ({ scope: { user, agent }, body, request }) => {
      await service.openMemorial(db, callerOf(user, request), agent, body.isOpen);
      return success;
    },
  });

  media(context, contract.previewMemorial, {
    access: petManager,
    run: async ({ scope: { agent }, request }) => {
      const page = await service.readPreview(db, agent.id);
      return page === null ? null : htmlMedia(memorialHtml(page, readerOf(request), { kind: "preview" }));
    },
  });

  handle(context, contract.approveGuestBookEntry, {
    access: petManager,
    run: async ({ scope: { agent }, params, body }) => {
      await service.approveEntry(db, { agentId: agent.id, id: params.entryId }, body.isApproved);
      return success;
    },
  });

  handle(context, contract.deleteGuestBookEntry, {
    access: petManager,
    run: async ({ scope: { agent }, params }) => {
      await service.deleteEntry(db, { agentId: agent.id, id: params.entryId });
      return success;
    },
  });

  media(context, contract.getMemorialPicture, {
    access: "public",
    run: async ({ params }) => {
      const picture = (await findOpenPage(db, params.slug))?.avatarUrl ?? null;
      const stored = picture === null ? null : await openAvatar(files, picture);
      // Asked for again each time, so that a page that was closed shows it no more.
      return stored === null ? null : { ...stored, caching: "private" };
    },
  });
}

function htmlMedia(html: string): Media {
  const bytes = Buffer.from(html);
  return {
    size: bytes.length,
    contentType: contract.previewMemorial.media,
    caching: "private",
    open: async ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, end + 1)]),
  };
}
