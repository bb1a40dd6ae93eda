import type { AuditAction, AuditEntry } from "#shared/api/audit.ts";

const actions: Record<AuditAction, string> = {
  "auth.sign_in": "Signed in",
  "auth.sign_in_failed": "Failed to sign in",
  "auth.sign_out": "Signed out",
  "auth.wrong_password": "Entered a wrong current password",
  "auth.wrong_token": "Sent a wrong access token",
  "auth.password_change": "Changed their password",
  "auth.reset_mail": "Was mailed a link for a new password",
  "auth.reset_password": "Replaced a forgotten password",
  "auth.register": "Signed up",
  "access_token.create": "Made an access token",
  "access_token.revoke": "Revoked an access token",
  "account.export": "Downloaded their data",
  "account.delete": "Deleted their account",
  "user.create": "Created a user",
  "user.update": "Updated a user",
  "user.activate": "Activated a user",
  "user.deactivate": "Deactivated a user",
  "user.reset_password": "Reset a password",
  "user.revoke_tokens": "Revoked a user's access tokens",
  "user.assign_role": "Assigned a role",
  "user.remove_role": "Removed a role",
  "role.create": "Created a role",
  "role.add_permission": "Added a permission to a role",
  "role.remove_permission": "Removed a permission from a role",
  "role.update_limits": "Changed a role's daily limits",
  "permission.create": "Created a permission",
  "access.grant": "Granted access to a pet",
  "access.revoke": "Revoked access to a pet",
  "family.invite": "Made a link to a pet",
  "family.revoke_link": "Revoked a link to a pet",
  "family.join": "Took a link to a pet",
  "family.change_right": "Changed somebody's right on a pet",
  "family.leave": "Left a pet's family",
  "setting.update": "Changed a setting",
  "engine.test": "Tested an engine",
  "engine.list_models": "Listed a server's models",
  "engine.find_servers": "Looked for model servers",
  "engine.use_local_model": "Chose a model of Ollama",
  "engine.cancel_local_model": "Canceled a model of Ollama",
  "promo_code.create": "Created a promo code",
  "promo_code.update": "Updated a promo code",
  "promo_code.delete": "Deleted a promo code",
  "diary_question.create": "Added a diary question",
  "diary_question.update": "Updated a diary question",
  "diary_question.reorder": "Reordered the diary questions",
  "agent.list": "Listed pets of others",
  "agent.read": "Opened somebody's pet",
  "agent.update": "Changed somebody's pet",
  "agent.delete": "Deleted a pet",
  "agent.import": "Imported a pet",
  "agent.export_card": "Exported a pet as a character card",
  "agent.read_open_questions": "Read what others asked a pet",
  "document.create": "Added a document to somebody's pet",
  "document.delete": "Deleted a document of somebody's pet",
  "diary.read": "Read somebody's diary",
  "diary.update": "Changed somebody's diary",
  "diary.delete": "Deleted an answer in somebody's diary",
  "open_question.update": "Put a question to somebody's pet aside, or back",
  "chat.list": "Listed chats of others",
  "chat.search": "Searched chats of others",
  "chat.read": "Read someone's chat",
  "chat.delete": "Deleted a chat",
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
