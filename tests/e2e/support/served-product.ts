import { randomBytes } from "node:crypto";
import { PASSWORD } from "#tests/support/first-start.ts";
import { databaseUrl, onServer } from "#tests/support/server-database.ts";
import { startServer, temporaryDataDir } from "./server.ts";

/** A server with an empty data folder, and an empty database on the server of the run: to make one takes longer than its start. */
export async function serveProduct(variables: Record<string, string>) {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl === undefined) throw new Error("The database server of the run was not started.");
  const data = temporaryDataDir();
  const database = `pettalk_browser_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${database}`);
  const server = await startServer(data.path, {
    ADMIN_PASSWORD: PASSWORD,
    DATABASE_URL: databaseUrl(serverUrl, database),
    ...variables,
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      data.remove();
    },
  };
}
