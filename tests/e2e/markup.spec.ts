import { expect, type Page } from "@playwright/test";
import { ask } from "./support/journey.ts";
import { loadPet, makePet } from "./support/pets.ts";
import { spokenModelTest as test } from "./support/product.ts";

/** What a model says and what people call things is text, wherever it is shown: nothing of it runs or is fetched. */

const NAME = `<img src=https://elsewhere.test/n.png onerror="document.title='owned'">`;
const REPLY = [
  "![picture](https://elsewhere.test/picture.png)",
  `<img src="https://elsewhere.test/image.png" onerror="document.title='owned'">`,
  "<script>document.title='owned'</script>",
  `<iframe src="https://elsewhere.test/frame"></iframe>`,
  "[a link](https://elsewhere.test/link) and [another](javascript:document.title='owned') https://elsewhere.test/bare",
  "<style>@import url(https://elsewhere.test/style.css)</style>",
].join("\n");

const asReply = (line: string) => line.replaceAll(/!?\[([^\]]+)\]\(([^)]+)\)/g, "$1 ($2)");

/** Every address at another host that the page asks for, or wants to. */
async function watch(page: Page, url: string): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && /^https?:/.test(request.url())) asked.push(request.url());
  });
  // What the page's policy stops before it is sent would be a fault as well.
  await page.exposeFunction("noteViolation", (blocked: string) => {
    // zod asks once whether it may compile its schemas, and does without.
    if (blocked !== "eval") asked.push(blocked);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ blockedURI }) => Reflect.get(window, "noteViolation")(blockedURI));
  });
  return asked;
}

test("a reply, a message, a dialog and a menu show markup as text: nothing runs, nothing is fetched from elsewhere [T96] [T97]", async ({
  page,
  model,
  product: { url },
}) => {
  model.behave({ kind: "tokens", tokens: REPLY.match(/[\s\S]{1,7}/g) ?? [] });
  const elsewhere = await watch(page, url);
  await makePet({ page, url }, { name: NAME });
  await page.goto(`${url}/app?tab=setup`);
  await loadPet(page, NAME);
  await expect(page.getByText(`Loaded configuration: ${NAME} (fresh session started)`, { exact: true })).toBeVisible();

  await ask(page, REPLY);
  for (const text of REPLY.split("\n")) {
    const shown = page.getByRole("article").filter({ hasText: asReply(text) });
    // What a person writes is shown as it is; of a reply, links become text with their address.
    await expect(shown, text).toHaveCount(asReply(text) === text ? 2 : 1);
    await expect(shown.locator("img[src*=elsewhere], a, iframe, script, style")).toHaveCount(0);
  }
  await page.reload();
  await expect(page.getByRole("article").filter({ hasText: REPLY.split("\n")[1] ?? "" })).toHaveCount(2);

  await page.goto(`${url}/app?tab=setup`);
  await page.getByRole("button", { name: `More for ${NAME}` }).click();
  await page.getByRole("menuitem", { name: /Delete/ }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Agent?" });
  await expect(dialog.locator("strong")).toHaveText(NAME);
  await dialog.getByRole("textbox").fill(NAME);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Agent deleted successfully!", { exact: true })).toBeVisible();

  expect(await page.title()).not.toBe("owned");
  expect(elsewhere).toEqual([]);
});
