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

/** Lets somebody chat with the administrator's pet. @returns its id */
export async function shareDemoPet(admin: APIRequestContext, url: string, username: string): Promise<string> {
  const { agents }: { agents: { id: string; name: string }[] } = await (await admin.get(`${url}/api/agents`)).json();
  const agentId = agents.find(({ name }) => name === DEMO_PET)?.id ?? "";
  const { users } = await (await admin.get(`${url}/api/admin/users?q=${username}`)).json();
  await send(admin, `${url}/api/admin/user-agent-access`, { userId: users[0].id, agentId });
  return agentId;
}

export async function send(request: APIRequestContext, url: string, data: unknown) {
  const answer = await request.post(url, { data });
  expect(answer.status(), `${url}: ${await answer.text()}`).toBeLessThan(300);
  return answer.json();
}
