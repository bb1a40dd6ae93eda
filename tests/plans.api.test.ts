import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "#shared/api/agents.ts";
import { chatStream } from "#shared/api/chat.ts";
import { searchChats } from "#shared/api/history.ts";
import type { RouteContract } from "#shared/route.ts";
import { startTestApp, type TestApp } from "./support/app.ts";
import { type RecordedQuery, recordQueries } from "./support/recorded-queries.ts";
import type { Visitor } from "./support/visitor.ts";

/** The tables hold so much; PostgreSQL is told that each page of theirs holds `SCALE` times as many rows. */
const USERS = 300;
const CHATS_EACH = 8;
const MESSAGES_EACH = 8;
/** A million messages. */
const SCALE = 52;
const grown = ["users", "agents", "sessions", "messages", "audit_log", "usage_daily", "passages", "diary_answers"];

const filling = [
  `insert into users (username, email, password, first_name, last_name)
   select 'person' || n, 'person' || n || '@example.com', 'none', 'Ada', 'Walker ' || n from generate_series(1, ${USERS}) n`,
  `insert into agents (name, system_prompt, created_by)
   select 'Pet of ' || username, 'You are a pet.', id from users where username like 'person%'`,
  `insert into sessions (user_id, agent_id, created_at, last_message_at)
   select created_by, agents.id, now() - n * interval '1 hour', now() - n * interval '1 hour'
   from agents, generate_series(1, ${CHATS_EACH}) n where created_by is not null`,
  `insert into messages (agent_id, session_id, role, content, created_at)
   select agent_id, id, case when n % 2 = 1 then 'user' else 'assistant' end,
     'We went to the ' || (array['beach','forest','market','river'])[1 + (random() * 3)::int] || ', number '
       || (random() * 1000000)::int || ', and slept by the stove.', last_message_at
   from sessions, generate_series(1, ${MESSAGES_EACH}) n`,
  `insert into audit_log (at, actor_id, actor_name, action, target_kind, target_id, target_name, ip, about_users)
   select now() - n * interval '2 minutes', users.id, users.username, 'chat.read', 'user', users.id::text, users.username,
     '203.0.113.' || n, array[users.id]
   from users, generate_series(1, 5) n`,
  `insert into usage_daily (user_id, day, messages) select id, current_date - d, 7 from users, generate_series(0, 9) d`,
  `insert into diary_answers (agent_id, question_id, answer)
   select agents.id, questions.id, 'Cheese' from agents, (select id from diary_questions limit 5) questions
   on conflict do nothing`,
  `insert into documents (agent_id, filename, original_name, file_size, processing_status, object_path)
   select id, 'x.txt', 'x.txt', '9', 'processed', 'documents/x.txt' from agents`,
  `insert into passages (agent_id, document_id, ordinal, content)
   select agent_id, id, n, 'The vet weighed me in at ' || n from documents, generate_series(1, 10) n`,
];

/** A given server's role (`TEST_DATABASE_URL`) may be none; that of the embedded server is. */
let isSuperuser: boolean;
const needsSuperuser = "only a superuser may tell PostgreSQL how large its tables are";

let app: TestApp;
let admin: Visitor;
let owner: Visitor;
/** Ids for the parameters of paths, by the word before them; of the owner's things. */
const ids = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  owner = await app.owner("plans-owner");
  ids.set("agents", (await owner.call(createAgent, { body: { name: "Biscuit" } })).id);
  const { rows } = await app.deps.pool.query("show is_superuser");
  isSuperuser = rows[0].is_superuser === "on";
  if (isSuperuser) await grow();
});
afterAll(() => app.stop());

async function grow(): Promise<void> {
  const client = await app.deps.pool.connect();
  // Neither triggers nor keys: the rows are right as they are.
  await client.query("set session_replication_role = replica");
  for (const table of grown) await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  for (const statement of filling) await client.query(statement);
  await client.query("analyze");
  // Of ids that are all equally frequent, PostgreSQL notes some as the most frequent ones: by chance.
  await client.query(
    `update pg_statistic set stakind1 = 0 from pg_attribute
     where attrelid = starelid and attnum = staattnum and atttypid = 'uuid'::regtype and stakind1 = 1
       and starelid = any($1::regclass[])`,
    [grown],
  );
  await client.query("update pg_class set reltuples = reltuples * $1 where relname = any($2)", [SCALE, grown]);
  const { rows } = await client.query(
    `select sessions.id as sessions, messages.id as messages, users.id as users, roles.id as roles
     from sessions join messages on messages.session_id = sessions.id join users on users.id = sessions.user_id, roles
     where users.username = 'plans-owner' limit 1`,
  );
  for (const [name, id] of Object.entries(rows[0])) ids.set(name, String(id));
  client.release(true);
}

const parts: Record<string, string> = { "chat-sessions": "sessions", users: "users" };

/** The path with ids of things that are there, where there are such. */
const filled = (path: string): string =>
  path.replaceAll(/([\w-]+)\/:\w+/g, (_, before: string) => `${before}/${ids.get(parts[before] ?? before) ?? 0}`);

/** What a screen may ask for in a list: each order, a search that finds much, little or nothing, and everybody's. */
function queriesOf({ query }: RouteContract): string[] {
  const shape = query?.shape ?? {};
  const { enum: sorts = [] } =
    shape.sort === undefined
      ? {}
      : z.looseObject({ enum: z.array(z.string()).optional() }).parse(z.toJSONSchema(shape.sort, { io: "input" }));
  const asked = [
    "",
    ...sorts.map((sort) => `sort=${sort}`),
    ...("q" in shape ? ["walker", "person42", "nobody"].map((q) => `q=${q}`) : []),
    ...("scope" in shape ? ["scope=all", `scope=all&agentId=${ids.get("agents")}`] : []),
  ];
  return asked.map((each) => `?${"limit" in shape ? "limit=30&" : ""}${each}`);
}

async function useEveryScreen(): Promise<void> {
  const reads = app.registered.map(({ contract }) => contract).filter(({ method }) => method === "GET");
  for (const contract of reads)
    for (const query of queriesOf(contract))
      for (const visitor of [admin, owner]) {
        const answer = await visitor.fetch(filled(contract.path) + query);
        expect(answer.status, contract.path).toBeLessThan(500);
        const next = z.object({ nextCursor: z.string() }).safeParse(await answer.json().catch(() => null));
        if (next.success) await visitor.fetch(`${filled(contract.path)}${query}&cursor=${next.data.nextCursor}`);
      }
  for (const query of ["stove", "stôve", "beach 42", "4242", "submarine", "biscuit"]) {
    for (const agentId of [undefined, ids.get("agents")])
      await admin.call(searchChats, { body: { query, scope: "all", agentId } });
    await owner.call(searchChats, { body: { query } });
  }
  for (const sessionId of [undefined, ids.get("sessions")])
    for await (const _ of owner.stream(chatStream, {
      params: { id: ids.get("agents") ?? "" },
      body: { message: "What did the vet say?", sessionId },
    }));
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Total Cost": number;
  Plans?: PlanNode[] | undefined;
}
const planNode: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Total Cost": z.number(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode })]) })]);

async function planOf({ text, values }: RecordedQuery): Promise<PlanNode> {
  const { rows } = await app.deps.pool.query(`explain (format json) ${text}`, values);
  return explained.parse(rows)[0]["QUERY PLAN"][0].Plan;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** As PostgreSQL reckons, from a sample that differs a little each time; to read the messages whole is 12,500 and more. */
const MAX_COST = 10_000;
/** With a hundred thousand rows and more. */
const large = ["sessions", "messages", "audit_log", "usage_daily", "passages"];
/** What may read such a table whole, or up to a limit. */
const wholeReads = [
  // How many there are in the whole list.
  /^select count\(\*\) from "sessions"/,
  /^select count\(\*\) as count from "audit_log"/,
  // Reads up to a limit.
  /limit \$\d+\) "hits"$/,
  // The chats of many hits: comparing them with all chats at once is the fastest.
  /^with "matching"/,
];
/** An administrator's own list of pets is all pets, and comes whole. */
const ALL_PETS = /from "agents" inner join lateral .* order by "agents"."created_at" desc, "agents"."id" desc$/;

async function problemsOf(query: RecordedQuery): Promise<string[]> {
  const text = query.text.replaceAll(/\s+/g, " ").trim();
  const plan = await planOf(query);
  const read = nodesOf(plan)
    .filter((node) => node["Node Type"] === "Seq Scan")
    .map((node) => node["Relation Name"] ?? "");
  const isWholeRead = wholeReads.some((pattern) => pattern.test(text));
  return [
    ...(plan["Total Cost"] > MAX_COST && !ALL_PETS.test(text) ? [`costs ${plan["Total Cost"]}: ${text}`] : []),
    ...read.filter((table) => large.includes(table) && !isWholeRead).map((table) => `reads all ${table}: ${text}`),
  ];
}

describe("with a million messages", () => {
  it("no query of any screen reads a large table whole, and none is dear", async ({ skip }) => {
    skip(!isSuperuser, needsSuperuser);
    const recorded = recordQueries(app.deps.pool);
    await useEveryScreen();
    const queries = recorded().filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text));
    expect(queries.length).toBeGreaterThan(100);
    const problems: string[] = [];
    for (const query of queries) problems.push(...(await problemsOf(query)));
    expect(problems).toEqual([]);
  });

  it("a word that is too short for the index does not make a search of it look cheap", async ({ skip }) => {
    skip(!isSuperuser, needsSuperuser);
    const usesIndex = async (query: string) => {
      const recorded = recordQueries(app.deps.pool);
      await owner.call(searchChats, { body: { query } });
      return recorded().some(({ text }) => text.includes("union"));
    };
    expect(await usesIndex("submarine 7z")).toBe(true);
    // The index finds every market, a third of all messages.
    expect(await usesIndex("market 7z")).toBe(false);
    expect(await usesIndex("7z")).toBe(false);
    // Of letters with signs between them it knows one: every word that begins with it.
    expect(await usesIndex("t'a")).toBe(false);
  });

  it.each(["木", "头晕", "소리", "صف"])(
    "%s, a whole word of one or two letters, is found by an index",
    async (query) => {
      const recorded = recordQueries(app.deps.pool);
      await admin.call(searchChats, { body: { query, scope: "all" } });
      const [hits] = recorded().filter(({ text }) => text.includes('"hits"'));
      if (hits === undefined) throw new Error("No hits were looked for.");
      const read = nodesOf(await planOf(hits)).map((node) => node["Node Type"]);
      expect(read).not.toContain("Seq Scan");
    },
  );
});
