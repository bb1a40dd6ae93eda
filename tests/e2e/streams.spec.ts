import { expect, type Page, type Request } from "@playwright/test";
import { ask } from "./support/journey.ts";
import { openChatOf } from "./support/pets.ts";
import { administratorTest, test } from "./support/product.ts";

/** The requests of a page that the browser shows as failed. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on("requestfailed", (request) =>
    failures.push(`${request.method()} ${new URL(request.url()).pathname}: ${request.failure()?.errorText}`),
  );
  return failures;
}

/** Settles when a stream has ended, however. */
function streamEnds(page: Page): Promise<Request> {
  const predicate = (request: Request) => /stream|try-out$/.test(new URL(request.url()).pathname);
  return Promise.race([
    page.waitForEvent("requestfinished", { predicate, timeout: 60_000 }),
    page.waitForEvent("requestfailed", { predicate, timeout: 60_000 }),
  ]);
}

administratorTest("a reply that has ended is no failed request in the chat", async ({ page, product }) => {
  const failures = failuresOf(page);
  await openChatOf(page, product.url);
  for (const question of ["What is your favorite food?", "Do you like snow?"]) {
    const ended = streamEnds(page);
    await ask(page, question);
    await ended;
  }
  expect(failures).toEqual([]);
});

test("a reply that has ended is no failed request for a visitor", async ({ page, product }) => {
  const failures = failuresOf(page);
  await page.goto(product.url);
  const ended = streamEnds(page);
  await page.getByRole("button", { name: "Hear Tucker answer" }).click();
  await ended;
  await expect(page.getByRole("button", { name: /(Stop|Play) Audio/ })).toBeVisible();
  expect(failures).toEqual([]);
});

administratorTest(
  "an address that can't be decoded shows the page for what is not found [T35]",
  async ({ page, product }) => {
    const answer = await page.goto(`${product.url}/%E0%A4%A`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("404");
  },
);
