import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { media, storedMedia } from "#server/platform/http/media.ts";
import * as contract from "#shared/api/chat.ts";
import { findSpokenMessage } from "./queries.ts";
import { audioKey } from "./spoken-replies.ts";

export function spokenReplyRoutes(context: RouteContext, { db, files }: { db: Db; files: FileStore }): void {
  media(context, contract.getReplyAudio, {
    access: signedIn,
    run: async ({ params, scope: { user } }) => {
      const message = await findSpokenMessage(db, user.id, params.id);
      if (message === null) return null;
      return storedMedia(files, audioKey(message.agentId, message.id), {
        contentType: "audio/mpeg",
        caching: "private",
      });
    },
  });
}
