import type { Server } from "node:http";
import type { Env } from "#server/platform/env.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { type FirstSignIn, firstSignInPath } from "./first-sign-in.ts";

interface Announcement {
  env: Pick<Env, "PRODUCT_NAME" | "DATA_DIR">;
  url: string;
  firstSignIn: FirstSignIn | null;
}

export function urlOf(server: Server, { HOST, PORT }: Pick<Env, "HOST" | "PORT">): string {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : PORT;
  return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
}

/** A frame for a person, else a log line; logs are collected, so that names only the file with the password. */
export function announce(announcement: Announcement, forPerson: boolean): void {
  if (forPerson) process.stdout.write(frameOf(announcement));
  else logTo(process.stdout, announcement);
}

/** Whatever LOG_LEVEL says: who starts a server waits for it. */
export function logTo(to: { write(line: string): unknown }, { env, url, firstSignIn }: Announcement): void {
  const log = createLog("info", { to: { write: (line) => void to.write(line) } });
  const isReady = `Pet ${env.PRODUCT_NAME} is ready`;
  if (firstSignIn === null) log.info({ url }, isReady);
  else
    log.info(
      { url, firstSignIn: firstSignInPath(env.DATA_DIR) },
      `${isReady}; nobody has signed in yet, and the file firstSignIn says what to sign in with`,
    );
}

export function frameOf({ env, url, firstSignIn }: Announcement): string {
  const lines = [`Pet ${env.PRODUCT_NAME} is ready: ${url}`];
  if (firstSignIn !== null)
    lines.push(
      "",
      "For the first sign-in; shown at each start until then:",
      `  Administrator  ${firstSignIn.username}`,
      `  Password       ${firstSignIn.password ?? "as given by ADMIN_PASSWORD"}`,
      `  Promo code     ${firstSignIn.promoCode}   (for sign-ups)`,
      `  Sign in        ${url}/login`,
    );
  const width = Math.max(...lines.map((line) => line.length));
  const edge = "─".repeat(width + 4);
  return `\n${edge}\n${lines.map((text) => `  ${text.padEnd(width)}  `).join("\n")}\n${edge}\n\n`;
}
