import { expect, type Page, type Request } from "@playwright/test";
import { ask } from "./support/journey.ts";
import { openChatOf } from "./support/pets.ts";
import { administratorTest as test } from "./support/product.ts";

/** Settles when a stream has ended, however. */
function streamEnds(page: Page): Promise<Request> {
  const predicate = (request: Request) => /stream|try-out$/.test(new URL(request.url()).pathname);
  return Promise.race([
    page.waitForEvent("requestfinished", { predicate, timeout: 60_000 }),
    page.waitForEvent("requestfailed", { predicate, timeout: 60_000 }),
  ]);
}

test("a reply that has ended is no failed request, in the chat and for a visitor", async ({ page, product }) => {
  const failures: string[] = [];
  page.on("requestfailed", (request) =>
    failures.push(`${request.method()} ${new URL(request.url()).pathname}: ${request.failure()?.errorText}`),
  );
  await openChatOf(page, product.url);
  for (const question of ["What is your favorite food?", "Do you like snow?"]) {
    const ended = streamEnds(page);
    await ask(page, question);
    await ended;
  }
  expect(failures).toEqual([]);
  await page.context().clearCookies();
  await page.goto(product.url);
  // The clip of the reply that is left behind.
  failures.length = 0;
  const ended = streamEnds(page);
  await page.getByRole("button", { name: "Hear Tucker answer" }).click();
  await ended;
  await expect(page.getByRole("button", { name: /(Stop|Play) Audio/ })).toBeVisible();
  expect(failures).toEqual([]);
});
