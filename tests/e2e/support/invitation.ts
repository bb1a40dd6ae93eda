import type { Page } from "@playwright/test";
import { PASSWORD } from "#tests/support/first-start.ts";

/** From an opened link to an account with an own password, back at the link. */
export async function signUpByLink(page: Page, { username, firstName }: { username: string; firstName: string }) {
  await page.getByRole("link", { name: "Sign Up" }).click();
  const fields = { Username: username, Email: `${username}@example.com`, Phone: "555-123-4567" };
  const person = { "First Name": firstName, "Last Name": "Walker", Address: "1 Park Lane" };
  for (const [label, value] of Object.entries({ ...fields, ...person })) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("link", { name: "Continue to Sign In" }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel("New Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel(/^Confirm/).fill(PASSWORD);
  await page.getByRole("button", { name: "Update Password" }).click();
}
