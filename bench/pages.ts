/**
 * What a page costs on a slow phone, by Lighthouse: scripts (kB as sent), largest contentful paint and total blocking time (ms),
 * the median of several first visits. The times depend on the machine: compare those of the same minute.
 *
 *   npm run build && npm run bench:pages [-- --visits 3 --only landing,chat --write]
 *
 * Lighthouse is fetched by npx when it is first used, as nothing else needs it.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ensureChromium } from "#scripts/chromium.ts";
import { startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { at, report } from "./results.ts";

const { values } = parseArgs({
  options: {
    visits: { type: "string", default: "3" },
    only: { type: "string", default: "landing,login,chat,setup,admin" },
    write: { type: "boolean", default: false },
  },
});
const LIGHTHOUSE = "lighthouse@12.8.2";
const PASSWORD = "Tr1cky-Squirrel!";
const MOST_BYTES = 2 ** 28;
const timed = z.object({ numericValue: z.number() });
const request = z.looseObject({ resourceType: z.string().optional(), transferSize: z.number().optional() });
const lighthouseReport = z.object({
  audits: z.object({
    "largest-contentful-paint": timed,
    "total-blocking-time": timed,
    "network-requests": z.object({ details: z.object({ items: z.array(request) }) }),
  }),
});

const data = temporaryDataDir();
const server = await startServer(data.path, { ADMIN_PASSWORD: PASSWORD });
try {
  const headers = { Cookie: await signIn() };
  const paths: Record<string, { path: string; headers: object }> = {
    landing: { path: "/", headers: {} },
    login: { path: "/login", headers: {} },
    chat: { path: "/app?tab=chat", headers },
    setup: { path: "/app?tab=setup", headers },
    admin: { path: "/admin", headers },
  };
  const pages = Object.entries(paths).filter(([name]) => values.only.split(",").includes(name));
  const rows = pages.map(([page, { path, headers: sent }]) => {
    const visits = Array.from({ length: Number(values.visits) }, () => visit(server.url + path, sent));
    const median = (figure: "scripts" | "lcp" | "tbt") =>
      Math.round(
        at(
          visits.map((one) => one[figure]),
          0.5,
        ),
      );
    return { page, "scripts, kB": median("scripts"), "LCP, ms": median("lcp"), "TBT, ms": median("tbt") };
  });
  report("pages", [{ title: `Lighthouse's phone, ${values.visits} visits`, rows }], values.write);
} finally {
  await server.stop();
  data.remove();
}

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "administrator", password: PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

function visit(url: string, headers: object) {
  const asked = [
    "--only-categories=performance",
    "--output=json",
    "--quiet",
    `--extra-headers=${JSON.stringify(headers)}`,
  ];
  const browser = "--chrome-flags=--headless --no-sandbox --disable-gpu";
  const output = execFileSync("npx", ["--yes", LIGHTHOUSE, url, ...asked, browser], {
    env: { ...process.env, CHROME_PATH: ensureChromium() },
    maxBuffer: MOST_BYTES,
  });
  const { audits } = lighthouseReport.parse(JSON.parse(output.toString()));
  const scripts = audits["network-requests"].details.items.filter(({ resourceType }) => resourceType === "Script");
  return {
    scripts: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000,
    lcp: audits["largest-contentful-paint"].numericValue,
    tbt: audits["total-blocking-time"].numericValue,
  };
}
