import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";

/** A process of its own that uses the embedded server until it is told to stop, or killed. */
const [dataDir = ""] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
process.send?.(server.url);
process.once("message", async () => {
  await server.stop();
  process.disconnect();
});
