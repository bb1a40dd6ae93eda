import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { migrate } from "#server/platform/db/migrate.ts";
import { getAgent } from "#shared/api/agents.ts";
import { chat, listMessages } from "#shared/api/chat.ts";
import { startTestApp } from "./support/app.ts";
import { createTestDatabase } from "./support/database.ts";
import { uuid } from "./support/uuid.ts";

/** The newest migration of the version before this one. */
const LAST_OF_VERSION_BEFORE = "0007_audit_search";

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** The project's migrations as the version before had them. */
async function migrationsBefore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-before-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(fileURLToPath(new URL("../migrations", import.meta.url)), folder, { recursive: true });
  const path = join(folder, "meta", "_journal.json");
  const { entries, ...rest } = journal.parse(JSON.parse(await readFile(path, "utf8")));
  const count = entries.findIndex(({ tag }) => tag === LAST_OF_VERSION_BEFORE) + 1;
  expect(count).toBeGreaterThan(0);
  await writeFile(path, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  return folder;
}

const [pet, document, talk, asked] = [uuid(11), uuid(12), uuid(13), uuid(14)];
const [hello, question] = [uuid(15), uuid(16)];

/** A pet with a document and a chat whose last question was being answered when the server was stopped. */
const ROWS_BEFORE = `
  insert into agents (id, name, system_prompt, created_by) select '${pet}', 'Biscuit', 'You are Biscuit.', id from users;
  insert into documents (id, agent_id, filename, original_name, file_size, page_count, processing_status, object_path, extracted_text)
    values ('${document}', '${pet}', 'x.txt', 'vet letter.txt', '64', 1, 'processed', 'documents/x.txt', 'The vet weighed me.');
  insert into chunks (agent_id, document_id, page, ordinal, content)
    values ('${pet}', '${document}', 1, 0, 'Doctor Marisol weighed me: nineteen kilograms of pure terrier.');
  insert into sessions (id, user_id, agent_id, name) select '${talk}', id, '${pet}', 'A walk' from users;
  insert into messages (agent_id, session_id, role, content) values ('${pet}', '${talk}', 'user', 'Who are you?');
  insert into messages (id, agent_id, session_id, role, content, status, maker)
    values ('${asked}', '${pet}', '${talk}', 'user', 'Are you there?', 'answering', 4711);
  insert into messages (id, agent_id, session_id, role, content, status, maker)
    values ('${hello}', '${pet}', '${talk}', 'user', 'hello Biscuit!', 'complete', null),
      ('${question}', '${pet}', '${talk}', 'user', 'Can you swim?', 'complete', null);
  insert into messages (agent_id, session_id, role, content, reply_to, sources)
    values ('${pet}', '${talk}', 'assistant', 'Hello!', '${hello}', '[]'),
      ('${pet}', '${talk}', 'assistant', 'I am just a pet.', '${question}', '[]');
  insert into diary_questions (key, question, order_index, category)
    values ('favorite_toy', 'What is my favourite toy?', 1, 'Favourites'),
      ('favorite_food', 'Which favourite food is mine?', 2, 'Favourites');
`;

it("starts on the database of the version before, and keeps everything", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const before = new pg.Client({ connectionString: database.url });
  await before.connect();
  await before.query("drop schema if exists drizzle cascade; drop schema public cascade; create schema public");
  await migrate(database.url, await migrationsBefore());
  await before.query(
    "insert into users (username, email, password, first_name, last_name) values ('earlier-owner', 'o@example.com', 'x', 'O', 'W')",
  );
  await before.query(ROWS_BEFORE);
  await before.query("delete from users where username is null");
  await before.end();
  await migrate(database.url);

  const app = await startTestApp({ isFirstStart: true, env: { DATABASE_URL: database.url } });
  onTestFinished(() => app.stop());
  const { rows } = await app.deps.pool.query("select worker_id, status from messages where id = $1", [asked]);
  expect(rows).toEqual([{ worker_id: 4711, status: "answering" }]);
  const replies = await app.deps.pool.query("select sources from messages where role = 'assistant' order by sequence");
  expect(replies.rows).toEqual([{ sources: null }, { sources: [] }]);
  const seeded = "select question, category from diary_questions where key in ('favorite_toy', 'favorite_food')";
  expect((await app.deps.pool.query(`${seeded} order by order_index`)).rows).toEqual([
    { question: "What is my favorite toy?", category: "Favorites" },
    { question: "Which favourite food is mine?", category: "Favorites" },
  ]);
  const owner = await app.holderOf("manage_agents");
  await app.deps.pool.query("update agents set created_by = (select id from users order by created_at desc limit 1)");
  await app.deps.pool.query("update sessions set user_id = (select id from users order by created_at desc limit 1)");
  expect(await owner.call(getAgent, { params: { id: pet } })).toMatchObject({
    name: "Biscuit",
    species: null,
    birthday: null,
  });
  const told = await owner.call(chat, {
    params: { id: pet },
    body: { message: "Doctor Marisol: how many kilograms of terrier?", sessionId: talk },
  });
  expect(told.message.sources).toMatchObject([{ kind: "document", filename: "vet letter.txt" }]);
  const messages = await owner.call(listMessages, { params: { sessionId: talk }, query: {} });
  expect(messages.map(({ content, status }) => [content, status]).slice(0, 2)).toEqual([
    ["Who are you?", "complete"],
    ["Are you there?", "failed"],
  ]);
});
