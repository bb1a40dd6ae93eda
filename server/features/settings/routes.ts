import type { Db } from "#server/platform/db/client.ts";
import { can, signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/settings.ts";
import { callerOf } from "../audit/service.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

const settingManager = can("manage_settings", "manage_users");

export function settingRoutes(context: RouteContext, { db }: { db: Db }): void {
  handle(context, contract.getSpeakerLink, {
    access: signedIn,
    run: async () => ({ setting: await queries.findSetting(db, contract.SPEAKER_LINK_KEY) }),
  });

  handle(context, contract.putSpeakerLink, {
    access: settingManager,
    run: async ({ body: { value, before }, scope: { user }, request }) => ({
      setting: await service.changeSetting(db, callerOf(user, request), contract.SPEAKER_LINK_KEY, value, { before }),
    }),
  });

  const signUpKey = contract.INVITATION_SIGN_UP_KEY;
  handle(context, contract.getInvitationSignUp, {
    access: settingManager,
    run: async () => ({ isAllowed: (await service.readSetting(db, signUpKey)) !== "off" }),
  });

  handle(context, contract.putInvitationSignUp, {
    access: settingManager,
    run: async ({ body, scope: { user }, request }) => {
      await service.changeSetting(db, callerOf(user, request), signUpKey, body.isAllowed ? "on" : "off");
      return body;
    },
  });
}
