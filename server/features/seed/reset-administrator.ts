import type { Db } from "#server/platform/db/client.ts";
import { OperatorError } from "#shared/operator-error.ts";
import { revokeTokens } from "../access-tokens/service.ts";
import { record, userTarget } from "../audit/service.ts";
import { endSessions, issueTemporaryPassword } from "../auth/service.ts";
import { endReplies } from "../replies/replies.ts";
import * as queries from "./queries.ts";

/** For whoever may read the machine's configuration. Throws OperatorError. */
export async function resetAdministrator(
  db: Db,
  username: string | undefined,
): Promise<{ username: string; password: string; others: string[] }> {
  const administrators = await queries.findAdministrators(db);
  const names = administrators.flatMap((one) => one.username ?? []);
  const account = administrators.find((one) => one.username === (username ?? names[0]));
  if (account === undefined || account.username === null) throw new OperatorError(explain(username, names));
  const { password, stored } = await issueTemporaryPassword();
  await db.transaction(async (tx) => {
    await queries.replacePassword(tx, account.id, { ...stored, isActive: true });
    await revokeTokens(tx, account.id);
    await endSessions(tx, account.id);
    await record(tx, {
      by: { user: null, ip: null },
      action: "user.reset_password",
      target: userTarget(account),
      details: { from: "the server's machine" },
    });
  });
  await endReplies(db, { userId: account.id });
  return { username: account.username, password, others: names.filter((name) => name !== account.username) };
}

function explain(username: string | undefined, names: readonly string[]): string {
  if (names.length === 0) return "There is no administrator yet: the product's first start makes one.";
  return `'${username}' is no administrator. These are: ${names.join(", ")}.`;
}
