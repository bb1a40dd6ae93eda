/**
 * What Lighthouse says of the first pages, by its phone profile and its own throttling: the median of several first visits. Scores
 * are of 100, times in ms, scripts in kB as they are sent. The times depend on the machine: compare those of the same minute.
 *
 *   npm run build && npm run bench:pages [-- --visits 3 --only landing,chat --write]
 *
 * Lighthouse is no package of the project; nothing is installed here. Install it once, and name its program where it is not found:
 *
 *   npm install --global lighthouse@12.2.3
 *   LIGHTHOUSE=/folder/node_modules/.bin/lighthouse npm run bench:pages
 */
import { execFileSync, spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ensureChromium } from "#scripts/chromium.ts";
import { startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { at, report } from "./results.ts";

const { values } = parseArgs({
  options: {
    visits: { type: "string", default: "3" },
    only: { type: "string", default: "landing,login,chat,setup" },
    write: { type: "boolean", default: false },
  },
});
const lighthouse = process.env.LIGHTHOUSE ?? "lighthouse";
const PASSWORD = "Tr1cky-Squirrel!";
const MOST_BYTES = 2 ** 28;
const scored = z.object({ score: z.number() });
const timed = z.object({ numericValue: z.number() });
const request = z.looseObject({ resourceType: z.string().optional(), transferSize: z.number().optional() });
const lighthouseReport = z.object({
  categories: z.object({ performance: scored, accessibility: scored, "best-practices": scored }),
  audits: z.object({
    "first-contentful-paint": timed,
    "largest-contentful-paint": timed,
    "total-blocking-time": timed,
    "network-requests": z.object({ details: z.object({ items: z.array(request) }) }),
  }),
});

if (spawnSync(lighthouse, ["--version"]).status !== 0)
  throw new Error(
    "There is no Lighthouse here: run `npm install --global lighthouse@12.2.3`, or name its program in LIGHTHOUSE.",
  );
const data = temporaryDataDir();
const server = await startServer(data.path, { ADMIN_PASSWORD: PASSWORD });
try {
  const headers = { Cookie: await signIn() };
  const paths: Record<string, { path: string; headers: object }> = {
    landing: { path: "/", headers: {} },
    login: { path: "/login", headers: {} },
    chat: { path: "/app?tab=chat", headers },
    setup: { path: "/app?tab=setup", headers },
  };
  const pages = Object.entries(paths).filter(([name]) => values.only.split(",").includes(name));
  const rows = pages.map(([page, { path, headers: sent }]) => {
    const visits = Array.from({ length: Number(values.visits) }, () => visit(server.url + path, sent));
    const names = [
      "performance",
      "accessibility",
      "best practices",
      "scripts, kB",
      "FCP, ms",
      "LCP, ms",
      "TBT, ms",
    ] as const;
    const medians = names.map((name) => [
      name,
      Math.round(
        at(
          visits.map((one) => one[name]),
          0.5,
        ),
      ),
    ]);
    return { page, ...Object.fromEntries(medians) };
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
    "--only-categories=performance,accessibility,best-practices",
    "--output=json",
    "--quiet",
    `--extra-headers=${JSON.stringify(headers)}`,
  ];
  const browser = "--chrome-flags=--headless --no-sandbox --disable-gpu";
  const output = execFileSync(lighthouse, [url, ...asked, browser], {
    env: { ...process.env, CHROME_PATH: ensureChromium() },
    maxBuffer: MOST_BYTES,
  });
  const { audits, categories } = lighthouseReport.parse(JSON.parse(output.toString()));
  const scripts = audits["network-requests"].details.items.filter(({ resourceType }) => resourceType === "Script");
  return {
    performance: 100 * categories.performance.score,
    accessibility: 100 * categories.accessibility.score,
    "best practices": 100 * categories["best-practices"].score,
    "scripts, kB": scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000,
    "FCP, ms": audits["first-contentful-paint"].numericValue,
    "LCP, ms": audits["largest-contentful-paint"].numericValue,
    "TBT, ms": audits["total-blocking-time"].numericValue,
  };
}
