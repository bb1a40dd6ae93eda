import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { jobHandlers } from "#server/background.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { createAgent } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import { addDiaryEntry } from "#shared/api/diary.ts";
import { approveMemory, declineMemory, editMemory, forgetMemory, listMemories } from "#shared/api/memory.ts";
import { languages } from "#shared/voices.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { findDatabaseServer } from "#tests/support/database-server.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { databaseUrl, onServer } from "#tests/support/server-database.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { petOfSet } from "../chat/questions.ts";
import { conversationSet } from "../conversation/set-format.ts";
import { percent, type Table } from "../results.ts";

/** What is said, asked later, and how the fact is known again; of an update the same of what is said later. */
const kind = z.enum(["person", "preference", "place", "event", "shared"]);
const fact = z.tuple([kind, z.string(), z.string(), z.string()]);
const updated = z.tuple([kind, z.string(), z.string(), z.string(), z.string(), z.string()]);
const told = z.object({ facts: z.array(z.union([fact, updated])).length(25), never: z.array(fact).length(3) });
type Told = z.output<typeof told>;

/** Two facts a day, and on the last five an update each. */
const DAYS = 14;
const FIRST_UPDATE = 9;
/** What becomes of those of `never`: declined, forgotten, told not to be brought up. */
const [DECLINED, FORGOTTEN] = [0, 1];

const readTold = (language: string): Told =>
  told.parse(JSON.parse(readFileSync(new URL(`told/${language}.json`, import.meta.url), "utf8")));

/** Facts told over 14 days, kept, and asked in new chats, in each language: with a model that is played, and without one. */
export async function measureTold(codes: readonly string[], show: boolean): Promise<Table[]> {
  const server = await findDatabaseServer();
  const playedModel = await startOpenAiServer();
  const all = codes.map(readTold).flatMap(({ facts, never }) => [...facts, ...never]);
  const kinds = new Map(all.flatMap(([is, said, , , update]) => [[said, is] as const, [update ?? said, is] as const]));
  playedModel.behave({ kind: "played", reply: (messages) => judged(messages.at(-1)?.content ?? "", kinds) });
  const measure = async (model: OpenAiServer | null) => {
    const name = `told_${randomBytes(6).toString("hex")}`;
    await onServer(server.url, `CREATE DATABASE ${name}`);
    const DATABASE_URL = databaseUrl(server.url, name);
    await migrate(DATABASE_URL);
    const env = { DATABASE_URL, RATE_LIMIT_SCALE: "1000000", ...(model && { OPENAI_BASE_URL: model.url }) };
    const app = await startTestApp({ isFirstStart: true, env });
    // One chat may be read by the round of another language; it must be read before that one goes on.
    let round = Promise.resolve();
    const readChats = () => (round = round.then(() => jobHandlers(app.deps).read_quiet_chats({})));
    const played = await Promise.all(codes.map((language) => play(app, language, { model, show, readChats })));
    await app.stop();
    const kept = played.reduce((sum, one) => sum + one.kept, 0);
    const asked = played.flatMap((one) => one.asked);
    const silent = played.flatMap((one) => one.silent);
    const how = model === null ? "said by the diary voice" : "in the prompt of a played model";
    const rows = [...played, { language: "all", kept, asked, silent }].map(rowOf);
    return { title: `25 facts of 14 days, asked in other words: ${how}`, rows };
  };
  const tables = await Promise.all([measure(playedModel), measure(null)]);
  await playedModel.stop();
  await server.stop();
  return tables;
}

/** The model takes every message for worth remembering, and says nothing else. */
function judged(prompt: string, kinds: ReadonlyMap<string, string>): string {
  const said = [...prompt.matchAll(/<message number="(\d+)"[^>]*>\n(.*?)\n<\/message>/gs)];
  if (said.length === 0) return "Mm. [[0]]";
  const memories = said.map(([, number, quote = ""]) => ({ message: Number(number), quote, kind: kinds.get(quote) }));
  return JSON.stringify({ memories: memories.slice(0, 3), about: null, title: null });
}

type Playing = { model: OpenAiServer | null; show: boolean; readChats(): Promise<void> };

async function play(app: TestApp, language: string, { model, show, readChats }: Playing) {
  const { facts, never } = readTold(language);
  const set = new URL(`../conversation/sets/${language}/seen.json`, import.meta.url);
  const { pets } = conversationSet.parse(JSON.parse(readFileSync(set, "utf8")));
  const { name, diary } = petOfSet(language, "seen", pets[0]?.id ?? "");
  const owner = await app.owner();
  const locale = languages.find(({ code }) => code.startsWith(language))?.code ?? "";
  const { id } = await owner.call(createAgent, { body: { name, language: locale } });
  for (const entry of diary) await owner.call(addDiaryEntry, { params: { id }, body: entry });
  const kept = await tellAll(app, { id, owner, facts, never, readChats });
  const ask = async (message: string, by = owner) => {
    const { message: reply } = await by.call(chat, { params: { id }, body: { message } });
    const offers = reply.choices?.map(({ label }) => label).join("\n") ?? "";
    if (model === null) return { said: reply.content, offers };
    const call = model.calls.findLast(({ body }) => body.messages.at(-1)?.content.includes(message));
    const prompt = call?.body.messages.map(({ content }) => content).join("\n") ?? "";
    return { said: /<memories-\w+>(.*?)<\/memories-/s.exec(prompt)?.[1] ?? "", offers };
  };
  const stranger = await app.admin();
  const asked = [];
  for (const [at, [, , question, key, , newKey]] of facts.entries()) {
    const { said, offers } = await ask(question);
    const reads = (text: string) => new RegExp(newKey ?? key, "iu").test(text);
    const isTold = reads(said) && (newKey === undefined || !new RegExp(key, "iu").test(said));
    const half = at % 2 === 0 ? "tuned" : "held";
    const other = await ask(question, stranger);
    const isOffered = !isTold && reads(offers);
    asked.push({ half, isUpdate: newKey !== undefined, isTold, isOffered, isLeaked: reads(other.said + other.offers) });
    if (show && half === "tuned" && !isTold && !isOffered)
      console.log(`${model === null ? "diary" : "model"} ${language}: ${question} [${newKey ?? key}] ${said}`);
  }
  const silent = [];
  for (const [, , question, key] of never) {
    const { said, offers } = await ask(question);
    silent.push(!new RegExp(key, "iu").test(said + offers));
  }
  return { language, kept, asked, silent };
}

type Telling = Told & Pick<Playing, "readChats"> & { id: string; owner: Visitor };

/** How many memories there are in the end. */
async function tellAll({ deps: { db } }: TestApp, { id, owner, facts, never, readChats }: Telling): Promise<number> {
  const list = async (status: "pending" | "active") =>
    (await owner.call(listMemories, { params: { id }, query: { status } })).memories;
  /** One chat, the suggestions of its cards and of the quiet minutes after it, and the night. */
  const spendDay = async (said: readonly string[]) => {
    let sessionId: string | undefined;
    for (const message of said) {
      const body = { message, ...(sessionId === undefined ? {} : { sessionId }) };
      sessionId = (await owner.call(chat, { params: { id }, body })).sessionId;
    }
    await db.execute(sql`update sessions set last_message_at = now() - interval '11 minutes' where id = ${sessionId}`);
    await readChats();
    for (const { id: memoryId, quote } of await list("pending")) {
      const params = { id: memoryId };
      if (never[DECLINED]?.[1].includes(quote?.text ?? "?")) await owner.call(declineMemory, { params });
      else await owner.call(approveMemory, { params, body: {} });
    }
    await db.execute(sql`update memories set told_at = told_at - interval '1 day' where agent_id = ${id}`);
  };
  const all = [...facts, ...never].map(([, said]) => said);
  const news = facts.flatMap((one) => one[4] ?? []);
  for (let day = 0; day < DAYS; day += 1)
    await spendDay([...all.filter((_, at) => at % DAYS === day), ...news.filter((_, at) => at === day - FIRST_UPDATE)]);
  for (const [at, [, said]] of never.entries()) {
    const kept = (await list("active")).find(({ quote }) => said.includes(quote?.text ?? "?"));
    if (kept === undefined) continue;
    const params = { id: kept.id };
    if (at === FORGOTTEN) await owner.call(forgetMemory, { params });
    else await owner.call(editMemory, { params, body: { isMuted: true } });
  }
  return (await list("active")).length;
}

function rowOf({ language, kept, asked, silent }: Awaited<ReturnType<typeof play>>) {
  const shareOf = (some: typeof asked) =>
    percent(some.filter(({ isTold, isOffered }) => isTold || isOffered).length, some.length);
  return {
    ...{ language, kept, told: asked.filter(({ isTold }) => isTold).length },
    ...{ offered: asked.filter(({ isOffered }) => isOffered).length, of: asked.length, share: shareOf(asked) },
    "tuned half": shareOf(asked.filter(({ half }) => half === "tuned")),
    "held half": shareOf(asked.filter(({ half }) => half === "held")),
    updates: shareOf(asked.filter(({ isUpdate }) => isUpdate)),
    "never told": percent(silent.filter(Boolean).length, silent.length),
    "told to a stranger": asked.filter(({ isLeaked }) => isLeaked).length,
  };
}
