import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { PASSWORD } from "#tests/e2e/support/journey.ts";
import { startServer } from "#tests/e2e/support/server.ts";
import { ensureChromium } from "../scripts/chromium.ts";

/**
 * Counts what people have to do on their way to the pet's first spoken answer, with the built product in a phone's window:
 * screens, clicks, fields and seconds. The seconds are those of a machine that types at once; a person adds theirs.
 *
 *   npm run build && npm run bench:first-steps
 */
const PROMO_CODE = "FIRST-STEPS-2026";
const dataDir = mkdtempSync(join(tmpdir(), "pet-talk-first-steps-"));
// As root the database runs as another user, who has to get in.
chmodSync(dataDir, 0o711);
const server = await startServer(dataDir, { PROMO_CODE });
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"],
});
try {
  // The server learns its words in its first moments, which is no part of anybody's way.
  await asVisitor(browser);
  console.table({
    "visitor: from the landing page to a spoken answer": await asVisitor(browser),
    ...(await asNewOwner(browser)),
  });
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

interface Count {
  screens: number;
  clicks: number;
  fields: number;
  seconds: number;
}

/** A person whose steps are counted. */
function walker(page: Page) {
  const screens = new Set<string>();
  let [clicks, fields, begun] = [0, 0, performance.now()];
  return {
    page,
    /** Waits until this is on the screen, which counts as one. */
    async sees(screen: string, shown: Locator) {
      await shown.first().waitFor();
      screens.add(screen);
    },
    async clicks(target: Locator) {
      await target.first().click();
      clicks++;
    },
    async fills(target: Locator, text: string) {
      await target.fill(text);
      fields++;
    },
    begin() {
      screens.clear();
      [clicks, fields, begun] = [0, 0, performance.now()];
    },
    counted: (): Count => ({
      ...{ screens: screens.size, clicks, fields },
      seconds: Math.round((performance.now() - begun) / 100) / 10,
    }),
  };
}
type Walker = ReturnType<typeof walker>;

function onPhone(from: Browser) {
  return from.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
}

function button({ page }: Walker, name: string) {
  return page.getByRole("button", { name, exact: true });
}

function heading({ page }: Walker, name: string) {
  return page.getByRole("heading", { name });
}

/** There as soon as the reply is heard, and still there when a short one is over. */
function spoken({ page }: Walker) {
  return page.getByRole("button", { name: /(Stop|Play) Audio/ });
}

/** On the landing page, once it knows who is signed in. */
function ownPet({ page }: Walker) {
  return page.getByRole("main").getByRole("link", { name: "My Pet" });
}

async function asVisitor(from: Browser): Promise<Count> {
  const context = await onPhone(from);
  const person = walker(await context.newPage());
  await person.page.goto(server.url);
  person.begin();
  await person.sees("landing", heading(person, "Ever wish they could answer back?"));
  await person.clicks(button(person, "Hear Tucker answer"));
  await spoken(person).waitFor();
  const count = person.counted();
  await context.close();
  return count;
}

async function asNewOwner(from: Browser): Promise<Record<string, Count>> {
  const context = await onPhone(from);
  const person = walker(await context.newPage());
  await person.page.goto(server.url);
  person.begin();
  await signUp(person);
  const signedUp = person.counted();
  await meetFirstPet(person);
  const answered = person.counted();
  const beyond = {
    screens: answered.screens - signedUp.screens,
    clicks: answered.clicks - signedUp.clicks,
    fields: answered.fields - signedUp.fields,
    seconds: Math.round(10 * (answered.seconds - signedUp.seconds)) / 10,
  };
  const tomorrow = walker(await context.newPage());
  await tomorrow.page.goto(server.url);
  tomorrow.begin();
  await comeBack(tomorrow);
  await context.close();
  return {
    "new owner: from the landing page to a spoken answer": answered,
    "  of these beyond the sign-up": beyond,
    "owner, later: from the landing page to the last chat, ready for the next word": tomorrow.counted(),
  };
}

/** The screens that are specified, up to an own password. */
async function signUp(person: Walker): Promise<void> {
  const field = (label: string) => person.page.getByLabel(label, { exact: false }).first();
  await person.sees("landing", heading(person, "Ever wish they could answer back?"));
  await person.clicks(person.page.getByRole("main").getByRole("link", { name: "Sign Up" }));
  await person.sees("promo code", heading(person, "Enter Promo Code"));
  await person.fills(field("Promo Code"), PROMO_CODE);
  await person.clicks(button(person, "Continue"));
  await person.sees("sign-up", heading(person, "Create Your Account"));
  for (const [label, text] of [
    ["Username", "robin-walker"],
    ["Email", "robin@example.com"],
    ["Phone", "(555) 123-4567"],
    ["First Name", "Robin"],
    ["Last Name", "Walker"],
    ["Address", "1 Park Lane"],
  ] as const)
    await person.fills(field(label), text);
  await person.clicks(button(person, "Create Account"));
  await person.sees("password shown", heading(person, "Registration Complete"));
  await person.clicks(person.page.getByRole("link", { name: "Continue to Sign In" }));
  await person.clicks(button(person, "Sign In"));
  await person.sees("own password", heading(person, "Change Password"));
  await person.fills(person.page.getByRole("textbox", { name: "New Password", exact: true }), PASSWORD);
  await person.fills(person.page.getByRole("textbox", { name: "Confirm New Password" }), PASSWORD);
  await person.clicks(button(person, "Update Password"));
  await ownPet(person).waitFor();
}

async function meetFirstPet(person: Walker): Promise<void> {
  await person.clicks(person.page.getByRole("main").getByRole("link", { name: "Start Chatting" }));
  await person.sees("the pet's name", heading(person, "What is your pet's name?"));
  await person.fills(person.page.getByLabel("Pet Name"), "Biscuit");
  await person.clicks(button(person, "Next"));
  await person.sees("three questions", heading(person, "Three things about Biscuit"));
  await person.clicks(button(person, "What is my favorite toy?"));
  await person.fills(person.page.getByLabel("What is my favorite toy?"), "A sock with a knot in it.");
  await person.clicks(button(person, "Meet Biscuit"));
  await person.sees("chat", person.page.getByText(/^Hello, Robin! I'm Biscuit\./));
  await person.clicks(person.page.getByRole("list", { name: "Questions to begin with" }).getByRole("button"));
  await spoken(person).waitFor();
}

/** Somebody who is signed in opens the product again. */
async function comeBack(person: Walker): Promise<void> {
  await person.sees("landing", ownPet(person));
  await person.clicks(person.page.getByRole("main").getByRole("link", { name: "Start Chatting" }));
  await person.sees("chat", person.page.getByPlaceholder("Ask Biscuit..."));
  // Yesterday's reply, not only a note of it: the next question goes on from there.
  await spoken(person).last().waitFor();
}
