// Loaded into a measured server before its own code: records a profile from the message `profile` to `{ profileTo }`.
import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";

const inspector = new Session();
process.on("message", (message) => {
  if (message === "profile") void start();
  else if (typeof message?.profileTo === "string") void end(message.profileTo);
});
// Listening alone shall not keep the server from ending.
process.channel?.unref();

async function start() {
  inspector.connect();
  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.start");
}

async function end(file) {
  const { profile } = await inspector.post("Profiler.stop");
  inspector.disconnect();
  await writeFile(file, JSON.stringify(profile));
  process.send?.("written");
}
