import { findDatabaseServer } from "#tests/support/database-server.ts";

/** One database server for the servers of a run, but for those that a test starts with nothing configured. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await findDatabaseServer();
  // Each worker is a process, which starts with the variables of this one.
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
