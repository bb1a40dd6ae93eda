import { expect, type Page } from "@playwright/test";

export interface MainScreen {
  name: string;
  path: string;
  /** What is opened there, by what is the same in every language. */
  open?(page: Page): Promise<void>;
}

export const publicScreens: readonly MainScreen[] = [
  { name: "landing", path: "/" },
  { name: "sign-in", path: "/login" },
  { name: "help with signing in", path: "/signin-help" },
  { name: "forgotten password", path: "/forgot-password" },
  { name: "new password", path: "/reset-password" },
  { name: "promo code", path: "/promo-code" },
  { name: "dead invitation", path: "/invitation#nobody-made-this-link" },
  { name: "not found", path: "/nowhere" },
];

export const screensOf = (petId: string): readonly MainScreen[] => [
  { name: "setup", path: "/app?tab=setup" },
  { name: "a new pet", path: "/app?tab=setup&pet=new" },
  { name: "empty chat", path: `/chat/${petId}` },
  { name: "history", path: "/app?tab=reporting" },
  { name: "a chat of the history", path: "/app?tab=reporting", open: openFirstChat },
  { name: "speaker", path: "/app?tab=purchase-speaker" },
  { name: "memories", path: `/memories/${petId}` },
  { name: "family", path: `/family/${petId}` },
  { name: "my data", path: "/my-data" },
  { name: "password", path: "/change-password" },
  ...["users", "roles", "permissions", "agent-access", "chat-sessions"].map((tab) => ({
    name: `administration, ${tab}`,
    path: `/admin?tab=${tab}`,
  })),
  ...[
    ...["application", "promo-codes", "demo-pet", "diary-questions", "engines"],
    ...["usage", "daily-limits", "audit-log"],
  ].map((part) => ({ name: `settings, ${part}`, path: `/admin?tab=settings&part=${part}` })),
];

/** What somebody asked in the chat that is opened. */
export const TALKED = "ما هي لعبتك؟ +1 (555) 123-4567";

async function openFirstChat(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("listitem").first().getByRole("button").first().click();
  await expect(page.getByRole("dialog").getByText(TALKED)).toBeVisible();
}

/** Opens a screen, and waits until all of it is there. */
export async function openScreen(page: Page, url: string, { path, open }: MainScreen): Promise<void> {
  await page.goto(url + path);
  await expect(
    page.getByRole("heading", { level: 1 }).or(page.getByRole("main").getByRole("heading")).first(),
  ).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await open?.(page);
}
