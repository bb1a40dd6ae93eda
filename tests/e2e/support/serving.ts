import { test } from "@playwright/test";
import { PASSWORD } from "./journey.ts";
import { type RunningServer, startServer, temporaryDataDir } from "./server.ts";

/** A server for all tests of a file, with a data folder of its own. It has its `url` once the first test runs. */
export function serving(variables: Record<string, string> = {}): { readonly url: string } {
  const data = temporaryDataDir();
  let server: RunningServer | undefined;
  test.beforeAll(async () => {
    server = await startServer(data.path, { ADMIN_PASSWORD: PASSWORD, ...variables });
  });
  test.afterAll(async () => {
    await server?.stop();
    data.remove();
  });
  return {
    get url() {
      if (server === undefined) throw new Error("The server has not been started.");
      return server.url;
    },
  };
}
