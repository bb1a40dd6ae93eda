/**
 * What the chat path adds to a model's own time: sign-in checked, question stored, retrieval, prompt, reply stored.
 *
 *   npm run bench:chat [-- --clients 1,10,50 --seconds 15 --tokens 40 --every 20]
 *
 * A process plays the OpenAI API: so many tokens, so many milliseconds apart, the first after one such step. Clients in
 * a closed loop ask it through a server that only pipes (the limit of what can be reached), then through the product
 * with its embedded Postgres (DATABASE_URL for another), each question in a chat of its own with the demo pet. Figures
 * are milliseconds, p50 / p95, of the wait for the first token less the model's own step, and processor time of the
 * server alone. Postgres, model and clients share the machine: compare the two columns of one run, not two runs.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "1,10,50" },
    seconds: { type: "string", default: "15" },
    tokens: { type: "string", default: "40" },
    every: { type: "string", default: "20" },
  },
});
const everyMs = Number(values.every);
const tokens = Number(values.tokens);
const connections = new Agent({ keepAlive: true });

const folder = await mkdtemp(join(tmpdir(), "pet-talk-bench-"));
const model = await start("./chat/model.ts", [values.tokens, values.every]);
const pipe = await start("./chat/pass-through.ts", [model.url]);
const app = await start("./chat/app.ts", [], {
  DATA_DIR: folder,
  OPENAI_BASE_URL: model.url,
  ADMIN_PASSWORD: "Bench-Dog-2026!",
  RATE_LIMIT_SCALE: "1000000",
  ...(process.env.DATABASE_URL !== undefined && { DATABASE_URL: process.env.DATABASE_URL }),
});
try {
  await measureAll();
} finally {
  model.process.kill();
  pipe.process.kill();
  app.process.send("stop");
  await once(app.process, "exit");
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const cookie = await signIn();
  const { agents } = z
    .object({ agents: z.array(z.object({ id: z.string() })) })
    .parse(JSON.parse((await send(app.url, "GET", "/api/agents", cookie)).text));
  const path = `/api/agents/${agents[0]?.id}/chat/stream`;
  const message = JSON.stringify({ message: "What do you like to eat?" });
  const piped = () => ask(pipe.url, {}, message);
  const answered = () => ask(`${app.url}${path}`, { Cookie: cookie }, message);
  await run(piped, 4, 2);
  await run(answered, 8, 5);

  console.log(`${tokens} tokens, ${everyMs} ms apart; added to the first token in ms, p50 / p95\n`);
  console.log(
    "clients | pipe          | product         | ratio         | CPU ms a message: pipe, product | late   | errors | RSS MB",
  );
  for (const clients of values.clients.split(",").map(Number)) {
    const bare = await measure(pipe.process, piped, clients);
    const product = await measure(app.process, answered, clients);
    const ratio = (share: number) => (product.at(share) / bare.at(share)).toFixed(1);
    const cells = [
      String(clients).padStart(7),
      `${ms(bare.at(0.5))} / ${ms(bare.at(0.95))}`.padEnd(13),
      `${ms(product.at(0.5))} / ${ms(product.at(0.95))}`.padEnd(15),
      `${ratio(0.5)} / ${ratio(0.95)}`.padEnd(13),
      `${ms(bare.cpuMs)}, ${ms(product.cpuMs)} (${(product.cpuMs / bare.cpuMs).toFixed(1)})`.padEnd(31),
      `${((100 * product.late) / product.count).toFixed(1)} %`.padStart(6),
      String(product.errors).padStart(6),
      product.rssMb.toFixed(0),
    ];
    console.log(cells.join(" | "));
  }
}

async function measure(server: ChildProcess, asking: () => Promise<Answer>, clients: number) {
  const before = await usage(server);
  const result = await run(asking, clients, Number(values.seconds));
  const after = await usage(server);
  return { ...result, cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / result.count, rssMb: after.rssMb };
}

interface Answer {
  /** From the request to the first token, in milliseconds; undefined where none came. */
  firstToken: number | undefined;
  /** Whether the whole reply took over 10% longer than the model's pace allows. */
  late: boolean;
}

async function run(asking: () => Promise<Answer>, clients: number, seconds: number) {
  const end = performance.now() + seconds * 1000;
  const added: number[] = [];
  let errors = 0;
  let late = 0;
  const client = async () => {
    // A random delay, so that the clients don't ask at the same time.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * tokens * everyMs));
    while (performance.now() < end) {
      const answer = await asking();
      if (answer.firstToken === undefined) errors += 1;
      else added.push(answer.firstToken - everyMs);
      if (answer.late) late += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  added.sort((a, b) => a - b);
  return {
    count: added.length,
    errors,
    late,
    at: (share: number) => added[Math.floor(share * added.length)] ?? Number.NaN,
  };
}

function ask(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
  const startedAt = performance.now();
  let firstToken: number | undefined;
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        method: "POST",
        agent: connections,
        headers: { ...headers, "Content-Type": "application/json", "Content-Length": body.length },
      },
      (response) => {
        response.on("data", (data: Buffer) => {
          if (firstToken === undefined && data.includes("woof")) firstToken = performance.now() - startedAt;
        });
        response.on("end", () => {
          const late = performance.now() - startedAt > tokens * everyMs * 1.1 + 50;
          resolve({ firstToken: response.statusCode === 200 ? firstToken : undefined, late });
        });
      },
    );
    asking.on("error", reject);
    asking.end(body);
  });
}

async function signIn(): Promise<string> {
  const answer = await send(app.url, "POST", "/api/auth/login", "", {
    username: "administrator",
    password: "Bench-Dog-2026!",
  });
  return answer.cookie;
}

async function send(base: string, method: string, path: string, cookie: string, body?: object) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { "Content-Type": "application/json", Cookie: cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { text: await response.text(), cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

async function usage(server: ChildProcess) {
  server.send("usage");
  const [answer] = await once(server, "message");
  return z.object({ cpuSeconds: z.number(), rssMb: z.number() }).parse(answer);
}

async function start(
  module: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ process: ChildProcess; url: string }> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args, {
    execArgv: ["--import", "tsx"],
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  const [url] = await once(child, "message");
  return { process: child, url: z.string().parse(url) };
}

function ms(value: number): string {
  return value.toFixed(1);
}
