import { randomUUID } from "node:crypto";
import { type APIRequestContext, test as base } from "@playwright/test";
import { type AzureServer, startAzureServer } from "#tests/support/azure-server.ts";
import { PROMO_CODE } from "#tests/support/first-start.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { signUp } from "#tests/support/visitor.ts";
import { signInByCall } from "./administration.ts";
import { serveProduct } from "./served-product.ts";

export interface Product {
  url: string;
  /** Calls as the administrator. */
  admin: APIRequestContext;
}

/**
 * One server for all tests of a worker. A test makes the people and pets that it changes; the demo pet stays as it is. What
 * other tests made is there as well, and the administrator sees all of it: a test that counts everything there is, or
 * configures the server, starts its own with `serving`.
 */
export const test = base.extend<Record<never, never>, { product: Product; settings: Record<string, string> }>({
  settings: [{}, { scope: "worker", option: true }],
  product: [
    async ({ playwright, settings }, use) => {
      const server = await serveProduct({ PROMO_CODE, ...settings });
      const admin = await playwright.request.newContext();
      await signInByCall(admin, server.url);
      await use({ url: server.url, admin });
      await admin.dispose();
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

/** The page is signed in as the administrator. */
export const administratorTest = test.extend({
  storageState: async ({ product }, use) => use(await product.admin.storageState()),
});

/** As `administratorTest`, and what pets say comes from `model`. */
export const modelTest = administratorTest.extend<Record<never, never>, { model: OpenAiServer }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const model = await startOpenAiServer();
      await use(model);
      await model.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ model }, use) => use({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: "test-model" }),
    { scope: "worker" },
  ],
});

/** As `modelTest`, and voices and live microphones are `azure`'s. */
export const spokenModelTest = modelTest.extend<Record<never, never>, { azure: AzureServer }>({
  azure: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const azure = await startAzureServer();
      await use(azure);
      await azure.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ azure, model }, use) =>
      use({
        OPENAI_BASE_URL: model.url,
        OPENAI_MODEL: "test-model",
        AZURE_SPEECH_HOST: azure.host,
        AZURE_SPEECH_KEY: "a-key",
      }),
    { scope: "worker" },
  ],
});

/** The page is signed in as somebody who has just signed up. */
export const ownerTest = test.extend<{ owner: Owner }>({
  owner: async ({ product }, use) => use(await newOwner(product.url)),
  storageState: async ({ owner }, use) => use(owner.state),
});

interface Owner {
  username: string;
  /** For a browser's context. */
  state: { cookies: Cookie[]; origins: never[] };
}

interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Lax";
}

/** Signs up by calls: the pages of it are walked through in the story. */
export async function newOwner(url: string, promoCode = PROMO_CODE): Promise<Owner> {
  const username = `owner-${randomUUID().slice(0, 8)}`;
  const { cookies } = await signUp(url, promoCode, username);
  const place = { domain: new URL(url).hostname, path: "/", expires: -1, httpOnly: true, secure: false } as const;
  return {
    username,
    state: { cookies: [...cookies].map(([name, value]) => ({ name, value, ...place, sameSite: "Lax" })), origins: [] },
  };
}
