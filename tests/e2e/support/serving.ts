import { test } from "@playwright/test";
import { serveProduct } from "./served-product.ts";

/** A server for all tests of a file, with a database and a data folder of its own. It has its `url` once the first test runs. */
export function serving(variables: Record<string, string> = {}): { readonly url: string } {
  let server: Awaited<ReturnType<typeof serveProduct>> | undefined;
  test.beforeAll(async () => {
    server = await serveProduct(variables);
  });
  test.afterAll(() => server?.stop());
  return {
    get url() {
      if (server === undefined) throw new Error("The server has not been started.");
      return server.url;
    },
  };
}
