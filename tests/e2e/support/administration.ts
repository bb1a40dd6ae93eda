import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { PASSWORD } from "#tests/support/first-start.ts";

/** The dashboard as an administrator works in it. */

export const ADMINISTRATOR = "administrator";
export const DEMO_PET = "Tucker";

/** Signs in by a call: the pages of signing in have tests of their own. */
export async function signInByCall(
  request: APIRequestContext,
  url: string,
  username = ADMINISTRATOR,
  password = PASSWORD,
): Promise<void> {
  await send(request, `${url}/api/auth/login`, { username, password });
}

export async function openDashboard(page: Page, url: string, tab?: string): Promise<void> {
  await page.goto(tab === undefined ? `${url}/admin` : `${url}/admin?tab=${tab}`);
  await expect(page.getByRole("heading", { name: "Admin Dashboard", level: 1 })).toBeVisible();
}

export async function chooseTab(page: Page, name: string): Promise<Locator> {
  await page.getByRole("tab", { name, exact: true }).click();
  const panel = page.getByRole("tabpanel", { name, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

/** A part of the Settings tab, which is open; its card. */
export async function openSettingsPart(page: Page, name: string): Promise<Locator> {
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
  // The log's heading ends with a count.
  const card = page.getByRole("region", { name: new RegExp(`^${name}(?: \\(|$)`) });
  await expect(card).toBeVisible();
  return card;
}

/** The message that is shown now, with its exact title; it is then put away, so that the next one is another. */
export async function expectMessage(page: Page, title: string, description?: string | RegExp): Promise<void> {
  const message = page
    .getByRole("region", { name: /^Notifications/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
  await expect(message.getByText(title, { exact: true })).toBeVisible();
  if (description !== undefined) await expect(message).toContainText(description);
  await message.getByRole("button", { name: "Dismiss", includeHidden: true }).click();
  await expect(message).toBeHidden();
}

/** The open dialog with this title. */
export async function expectDialog(page: Page, title: string, role: "dialog" | "alertdialog" = "dialog") {
  const dialog = page.getByRole(role, { name: title, exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}

export const rowOf = (list: Locator, text: string): Locator => list.getByRole("listitem").filter({ hasText: text });

/** Counts what the page sends while `act` runs; whatever it does must be over when it returns. */
export async function sentWhile(page: Page, act: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const note = (request: { method(): string; url(): string }) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  };
  page.on("request", note);
  await act();
  page.off("request", note);
  return sent;
}

interface Account {
  id: string;
  username: string;
}

/** An account that has chosen its password (`PASSWORD`), made by the administrator who is signed in with `request`. */
export async function makeAccount(
  request: APIRequestContext,
  fresh: APIRequestContext,
  url: string,
  person: { email: string; firstName: string; lastName: string; roleIds?: string[] },
): Promise<Account> {
  const { user, username, defaultPassword } = await send(request, `${url}/api/admin/users`, person);
  await signInByCall(fresh, url, username, defaultPassword);
  await send(fresh, `${url}/api/auth/change-password`, { currentPassword: defaultPassword, newPassword: PASSWORD });
  return { id: user.id, username };
}

/** Lets somebody chat with the administrator's pet. */
export async function shareDemoPet(admin: APIRequestContext, url: string, username: string): Promise<void> {
  const { agents }: { agents: { id: string; name: string }[] } = await (await admin.get(`${url}/api/agents`)).json();
  const pet = agents.find(({ name }) => name === DEMO_PET);
  const { users } = await (await admin.get(`${url}/api/admin/users?q=${username}`)).json();
  await send(admin, `${url}/api/admin/user-agent-access`, { userId: users[0].id, agentId: pet?.id });
}

/** A role that holds just these permissions. */
export async function makeRole(
  request: APIRequestContext,
  url: string,
  name: string,
  permissionIds: readonly string[],
): Promise<string> {
  const { role } = await send(request, `${url}/api/admin/roles`, { name });
  for (const permissionId of permissionIds)
    await send(request, `${url}/api/admin/roles/${role.id}/permissions`, { permissionId });
  return role.id;
}

export async function send(request: APIRequestContext, url: string, data: unknown) {
  const answer = await request.post(url, { data });
  expect(answer.status(), `${url}: ${await answer.text()}`).toBeLessThan(300);
  return answer.json();
}
