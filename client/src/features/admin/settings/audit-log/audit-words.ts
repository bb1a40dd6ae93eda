import { t } from "@lingui/core/macro";
import type { AuditAction, AuditEntry } from "#shared/api/audit.ts";

const actions: Record<AuditAction, string> = {
  "auth.sign_in": t`Signed in`,
  "auth.sign_in_failed": t`Failed to sign in`,
  "auth.sign_out": t`Signed out`,
  "auth.wrong_password": t`Entered a wrong current password`,
  "auth.wrong_token": t`Sent a wrong access token`,
  "auth.password_change": t`Changed their password`,
  "auth.reset_mail": t`Was mailed a link for a new password`,
  "auth.reset_password": t`Replaced a forgotten password`,
  "auth.register": t`Signed up`,
  "access_token.create": t`Made an access token`,
  "access_token.revoke": t`Revoked an access token`,
  "account.export": t`Downloaded their data`,
  "account.delete": t`Deleted their account`,
  "user.create": t`Created a user`,
  "user.update": t`Updated a user`,
  "user.activate": t`Activated a user`,
  "user.deactivate": t`Deactivated a user`,
  "user.reset_password": t`Reset a password`,
  "user.revoke_tokens": t`Revoked a user's access tokens`,
  "user.assign_role": t`Assigned a role`,
  "user.remove_role": t`Removed a role`,
  "role.create": t`Created a role`,
  "role.add_permission": t`Added a permission to a role`,
  "role.remove_permission": t`Removed a permission from a role`,
  "role.update_limits": t`Changed a role's daily limits`,
  "permission.create": t`Created a permission`,
  "access.grant": t`Granted access to a pet`,
  "access.revoke": t`Revoked access to a pet`,
  "family.invite": t`Made a link to a pet`,
  "family.revoke_link": t`Revoked a link to a pet`,
  "family.join": t`Took a link to a pet`,
  "family.change_right": t`Changed somebody's right on a pet`,
  "family.leave": t`Left a pet's family`,
  "family.change_approval": t`Changed whether contributions to a pet are approved first`,
  "memorial.open": t`Opened the memorial page of a pet`,
  "memorial.close": t`Closed the memorial page of a pet`,
  "setting.update": t`Changed a setting`,
  "engine.test": t`Tested an engine`,
  "engine.list_models": t`Listed a server's models`,
  "engine.find_servers": t`Looked for model servers`,
  "engine.use_local_model": t`Chose a model of Ollama`,
  "engine.cancel_local_model": t`Canceled a model of Ollama`,
  "promo_code.create": t`Created a promo code`,
  "promo_code.update": t`Updated a promo code`,
  "promo_code.delete": t`Deleted a promo code`,
  "diary_question.create": t`Added a diary question`,
  "diary_question.update": t`Updated a diary question`,
  "diary_question.reorder": t`Reordered the diary questions`,
  "agent.list": t`Listed pets of others`,
  "agent.read": t`Opened somebody's pet`,
  "agent.update": t`Changed somebody's pet`,
  "agent.set_in_memory": t`Told that a pet has died, or put it to rest`,
  "agent.delete": t`Deleted a pet`,
  "agent.import": t`Imported a pet`,
  "agent.export_card": t`Exported a pet as a character card`,
  "agent.read_open_questions": t`Read what others asked a pet`,
  "document.create": t`Added a document to somebody's pet`,
  "document.delete": t`Deleted a document of somebody's pet`,
  "photo.create": t`Added a photo of somebody's pet`,
  "photo.update": t`Changed a photo of somebody's pet`,
  "photo.delete": t`Deleted a photo of somebody's pet`,
  "diary.read": t`Read somebody's diary`,
  "diary.update": t`Changed somebody's diary`,
  "diary.delete": t`Deleted an answer in somebody's diary`,
  "open_question.update": t`Put a question to somebody's pet aside, or back`,
  "chat.list": t`Listed chats of others`,
  "chat.search": t`Searched chats of others`,
  "chat.read": t`Read someone's chat`,
  "chat.delete": t`Deleted a chat`,
};

const named = new Map<string, string>(Object.entries(actions));

/** An unknown action, from a newer server, shows its code. */
export const actionName = (action: string): string => named.get(action) ?? action;

/** Such as 'role: helper, fields: email, phone'. Ids are only in the CSV file. */
export function detailsOf({ details }: AuditEntry): string {
  return Object.entries(details)
    .filter(([name, value]) => !/ids?$/i.test(name) && value !== null && value !== "")
    .map(([name, value]) => `${name}: ${wordOf(value)}`)
    .join(", ");
}

const wordOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value);
