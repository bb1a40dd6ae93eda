/**
 * How long each list and search of the administration takes on a large database.
 *
 *   npm run bench:admin [-- --users 10000 --sessions 100000 --messages 3 --rounds 30]
 *
 * With `--messages 10` it also tells how long somebody's own chats take among a million messages, 10,000 of them
 * theirs.
 *
 * An embedded Postgres of its own is filled by statements that make the rows themselves; then an administrator asks the
 * product for each list over HTTP, one call after the other, in turns, so that a slow minute of the machine meets all
 * of them. Figures are milliseconds from the call to the whole answer; the ratio is to `/healthz` in the same turns,
 * which asks the database for nothing but a sign of life. The goal is a p95 below 100 ms.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createApp } from "#server/app.ts";
import { createEngines } from "#server/features/engines/engines.ts";
import { seed } from "#server/features/seed/seed.ts";
import { createInstanceRegistry } from "#server/platform/db/instance-registry.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { readEnv } from "#server/platform/env.ts";
import { createFileStore } from "#server/platform/files/create.ts";
import { createJobQueue } from "#server/platform/jobs/queue.ts";
import { createLog } from "#server/platform/observe/log.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "10000" },
    sessions: { type: "string", default: "100000" },
    messages: { type: "string", default: "3" },
    rounds: { type: "string", default: "30" },
  },
});
const [users, sessions, messages, rounds] = [values.users, values.sessions, values.messages, values.rounds].map(Number);
const GOAL_MS = 100;
const PASSWORD = "Bench-Dog-2026!";

/**
 * SQL statements that make the rows: users with fifty first names and many last names, each with one pet and ten days
 * of use.
 */
const filling = [
  `insert into users (username, email, password, first_name, last_name, created_at)
   select 'person' || n, 'person' || n || '@example.com', 'none',
     (array['Ada','Bruno','Clara','Dmitri','Elena','Farid','Grace','Hugo','Ines','Jonas'])[1 + n % 10],
     (array['Walker','Stein','Okafor','Tanaka','Silva'])[1 + n / 10 % 5] || ' ' || n % 997, now() - n * interval '7 minutes'
   from generate_series(1, ${users}) n`,
  `insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
   where roles.name = 'owner' and users.username like 'person%'`,
  `insert into agents (name, system_prompt, created_by)
   select 'Pet of ' || first_name || ' ' || last_name, 'You are a pet.', id from users where username like 'person%'`,
  `insert into user_agent_access (user_id, agent_id, created_at)
   select distinct on (users.id) users.id, agents.id, agents.created_at - random() * interval '90 days'
   from users join agents on agents.created_by <> users.id and left(agents.id::text, 3) = left(users.id::text, 3)`,
  `insert into sessions (user_id, agent_id, created_at, last_message_at)
   select pets.created_by, pets.id, now() - n * interval '5 minutes', now() - n * interval '5 minutes'
   from generate_series(1, ${sessions}) n
   join (select id, created_by, row_number() over () as place from agents where created_by is not null) pets
     on pets.place = 1 + n % ${users}`,
  `insert into sessions (user_id, agent_id, created_at, last_message_at)
   select users.id, agents.id, now() - n * interval '1 hour', now() - n * interval '1 hour'
   from users, agents, generate_series(1, 100) n where users.username = 'administrator' and agents.name = 'Tucker'`,
  `insert into messages (agent_id, session_id, role, content, created_at)
   select agent_id, id, case when m % 2 = 1 then 'user' else 'assistant' end,
     'Today we went to the ' || (array['beach','forest','market','river','garden','harbour','meadow','station'])[1 + (random() * 7)::int]
       || ' and saw a ' || (array['squirrel','bicycle','heron','kite','lighthouse','tractor','hedgehog'])[1 + (random() * 6)::int]
       || ', number ' || (random() * 1000000)::int || '. I wagged my tail all the way home and slept by the stove.',
     last_message_at - (${messages} - m) * interval '1 minute'
   from sessions, generate_series(1, ${messages}) m`,
  `insert into messages (agent_id, session_id, role, content, created_at)
   select sessions.agent_id, sessions.id, 'user', messages.content, messages.created_at
   from sessions join users on users.id = sessions.user_id and users.username = 'administrator'
   join lateral (select * from messages limit ${100 - (messages ?? 0)}) messages on true`,
  `insert into audit_log (at, actor_id, actor_name, action, target_kind, target_id, target_name, ip)
   select now() - n * interval '2 minutes', users.id, users.username,
     (array['auth.sign_in','auth.sign_in_failed','user.update','chat.read'])[1 + n % 4], 'user', users.id::text, users.username,
     '203.0.113.' || n % 250
   from generate_series(1, ${sessions}) n join users on users.username = 'person' || (1 + n % ${users})`,
  `insert into usage_daily (user_id, day, messages, prompt_tokens, reply_tokens, characters, seconds)
   select id, current_date - d, (random() * 40)::int, (random() * 40000)::int, (random() * 9000)::int,
     (random() * 9000)::int, (random() * 600)::int
   from users, generate_series(0, 9) d where username like 'person%'`,
  `insert into promo_codes (code, max_uses) select 'BENCH-' || n, 10 from generate_series(1, 500) n`,
];

interface Call {
  name: string;
  path: string;
  /** The body of a POST; without it the call is a GET. */
  body?: object;
}

const page = (path: string, query = "") => `/api/admin/${path}?limit=50${query}`;
const sorts = ["name", "-name", "email", "-email", "username", "-username", "created", "-created"];
const usageSorts = ["name", "-messages", "-tokens", "-characters", "-seconds", "-storedBytes"];
const chats = { scope: "all", limit: 30 };
const calls: Call[] = [
  ...sorts.map((sort) => ({ name: `users by ${sort}`, path: page("users", `&sort=${sort}`) })),
  { name: "users, search: many", path: page("users", "&q=walker") },
  { name: "users, search: one", path: page("users", `&q=person${users}`) },
  { name: "users, search: none", path: page("users", "&q=nobody") },
  { name: "roles", path: "/api/admin/roles" },
  { name: "permissions", path: "/api/admin/permissions" },
  { name: "access", path: page("user-agent-access") },
  { name: "access, search", path: page("user-agent-access", "&q=clara") },
  { name: "picker of users", path: "/api/admin/user-agent-access/users?limit=20" },
  { name: "picker of users, search", path: "/api/admin/user-agent-access/users?limit=20&q=tanaka" },
  { name: "picker of pets", path: "/api/admin/agents?limit=20" },
  { name: "picker of pets, search", path: "/api/admin/agents?limit=20&q=tanaka" },
  { name: "chats", path: "/api/admin/chat-sessions?scope=all&limit=30" },
  { name: "chats, search: thousands", path: "/api/admin/search-sessions", body: { ...chats, query: "lighthouse" } },
  { name: "chats, search: a few", path: "/api/admin/search-sessions", body: { ...chats, query: "heron 4242" } },
  { name: "chats, search: none", path: "/api/admin/search-sessions", body: { ...chats, query: "submarine" } },
  { name: "chats, search: a pet", path: "/api/admin/search-sessions", body: { ...chats, query: "elena okafor" } },
  { name: "own chats", path: "/api/admin/chat-sessions?limit=30" },
  { name: "own chats, search: many", path: "/api/admin/search-sessions", body: { limit: 30, query: "the stove" } },
  { name: "own chats, search: few", path: "/api/admin/search-sessions", body: { limit: 30, query: "lighthouse 77" } },
  { name: "own chats, search: none", path: "/api/admin/search-sessions", body: { limit: 30, query: "submarine" } },
  { name: "audit log", path: page("audit-log") },
  { name: "audit log, one deed", path: page("audit-log", "&action=user.update") },
  { name: "audit log, search", path: page("audit-log", "&q=person4242") },
  { name: "audit log, search: a thousand", path: page("audit-log", "&q=person42") },
  { name: "audit log, search: all", path: page("audit-log", "&q=person") },
  { name: "promo codes", path: "/api/admin/promo-codes" },
  { name: "diary questions", path: "/api/admin/diary-questions" },
  { name: "usage", path: "/api/admin/usage?days=30" },
  ...usageSorts.map((sort) => ({ name: `usage by user, ${sort}`, path: page("usage/users", `&days=30&sort=${sort}`) })),
  { name: "limits", path: "/api/admin/role-limits" },
];
/** The lists whose second page is measured as well. */
const paged = new Set([
  "chats, search: thousands",
  "users by name",
  "users by -created",
  "access",
  "chats",
  "audit log",
  "usage by user, -messages",
]);

const dataDir = await mkdtemp(join(tmpdir(), "pet-talk-bench-"));
const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent", ADMIN_PASSWORD: PASSWORD, RATE_LIMIT_SCALE: "1000000" });
const log = createLog("silent");
const { db, pool, url: databaseUrl, close } = await openDatabase(env, log);
const instances = await createInstanceRegistry({ url: databaseUrl, log });
const jobs = await createJobQueue({ pool, db, log, instances });
const engines = createEngines(env);
const { llm, speech, builtInSpeech, recognizer, embedder } = engines;
await seed(db, env);
const { app } = createApp({
  env,
  log,
  db,
  pool,
  instances,
  jobs,
  speech,
  builtInSpeech,
  files: createFileStore(env),
  mailer: null,
  tracing: null,
  engines,
  llm,
  recognizer,
  embedder,
  sessionSecret: randomBytes(32).toString("hex"),
});
const server = createServer(app);
try {
  const url = await listen();
  const started = performance.now();
  await fill();
  console.log(`Filled in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  const cookie = await signIn(url);
  console.table(await measure(url, cookie));
} finally {
  server.closeAllConnections();
  server.close();
  await Promise.all([jobs.stop(), speech.close(), instances.close()]);
  await close();
  await rm(dataDir, { recursive: true, force: true });
}

function listen(): Promise<string> {
  return new Promise((resolve, reject) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The server has no port."));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

/**
 * Without the trigger and the search index of messages, which are slow for many rows at once; the index is then built
 * whole.
 */
async function fill(): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'messages' and indexdef like '%USING gin%'`,
  );
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set session_replication_role = replica");
    for (const { name } of rows) await client.query(`drop index "${name}"`);
    for (const statement of filling) await client.query(statement);
    for (const { definition } of rows) await client.query(definition);
    await client.query("vacuum analyze");
  } finally {
    // Closes the connection, because its settings must not return to the pool.
    client.release(true);
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "administrator", password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function measure(url: string, cookie: string) {
  const all: Call[] = [{ name: "healthz", path: "/healthz" }, ...calls];
  for (const call of calls.filter(({ name }) => paged.has(name))) {
    const { nextCursor } = z.object({ nextCursor: z.string() }).parse(JSON.parse((await ask(url, cookie, call)).text));
    const name = `${call.name}, page 2`;
    if (call.body !== undefined) all.push({ ...call, name, body: { ...call.body, cursor: nextCursor } });
    else all.push({ name, path: `${call.path}&cursor=${encodeURIComponent(nextCursor)}` });
  }
  const times = new Map<string, number[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round <= (rounds ?? 0); round++)
    for (const call of all) {
      const { milliseconds } = await ask(url, cookie, call);
      // The first round warms up and is not counted.
      if (round > 0) times.get(call.name)?.push(milliseconds);
    }
  const bare = at(times.get("healthz") ?? [], 0.5);
  return all.map(({ name }) => {
    const own = times.get(name) ?? [];
    const [p50, p95] = [at(own, 0.5), at(own, 0.95)];
    return {
      call: name,
      "p50, ms": p50.toFixed(1),
      "p95, ms": p95.toFixed(1),
      "p50 to healthz": (p50 / bare).toFixed(1),
      goal: p95 < GOAL_MS ? "met" : "missed",
    };
  });
}

async function ask(url: string, cookie: string, { path, body }: Call): Promise<{ milliseconds: number; text: string }> {
  const started = performance.now();
  const answer = await fetch(url + path, {
    headers: { Cookie: cookie, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
  return { milliseconds: performance.now() - started, text };
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * times.length)] ?? Number.NaN;
}
