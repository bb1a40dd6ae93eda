import { expect, type Page } from "@playwright/test";

/** What a person does, in their words; every step waits for what they would wait for. */

/** Up to the choice of an own password. */
export async function signUpInBrowser(page: Page, promoCode: string, username: string): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Sign Up" }).first().click();
  await page.getByLabel("Promo Code").fill(promoCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Phone").fill("(555) 123-4567");
  await page.getByLabel("First Name").fill("Robin");
  await page.getByLabel("Last Name").fill("Walker");
  await page.getByLabel("Address").fill("1 Park Lane");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Registration Complete" })).toBeVisible();
  await page.getByRole("button", { name: "Copy to clipboard" }).click();
  await page.getByRole("link", { name: "Continue to Sign In" }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** The temporary one is filled in already. */
export async function choosePassword(page: Page, to: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Change Password" })).toBeVisible();
  await page.getByRole("textbox", { name: "New Password", exact: true }).fill(to);
  await page.getByRole("textbox", { name: "Confirm New Password" }).fill(to);
  await expect(page.getByText("Passwords match")).toBeVisible();
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page).toHaveURL(/\/$/);
}

export async function answerDiary(page: Page, question: string, answer: string): Promise<void> {
  const row = page.getByRole("listitem").filter({ hasText: question });
  await row.getByRole("button", { name: /Add Answer/ }).click();
  await row.getByRole("textbox").fill(answer);
  // Typing sends the last message away, and brings the bar that says what is not saved. A button that moves while it is
  // pressed is not pressed.
  await expect(page.getByText("Answer saved!")).toHaveCount(0);
  await expect(page.getByText(/^Not saved yet/)).toBeVisible();
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByText(answer)).toBeVisible();
  await expect(row.getByRole("button", { name: /Edit/ })).toBeVisible();
}

/** Asks in the chat and waits until the whole reply is stored. */
export async function ask(page: Page, question: string): Promise<void> {
  const replies = page.getByRole("button", { name: "Copy" });
  const before = await replies.count();
  const box = page.getByPlaceholder(/^Ask .+\.\.\.$/);
  await box.fill(question);
  await box.press("Enter");
  await expect(replies).toHaveCount(before + 1, { timeout: 60_000 });
}
