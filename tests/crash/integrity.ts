import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";

/** What may never be, whatever was acknowledged: each query finds rows that contradict each other. */
const contradictions: Record<string, string> = {
  "a reply that is waited for": "select id from messages where status = 'answering'",
  "a question that is complete without just one reply": `
    select id from messages as question where role = 'user' and status = 'complete'
    and (select count(*) from messages where reply_to = question.id) <> 1`,
  "a reply to no question": "select id from messages where role = 'assistant' and reply_to is null",
  "a reply without a word": "select id from messages where role = 'assistant' and btrim(content) = ''",
  "a chat whose last message has another time": `
    select sessions.id from sessions where last_message_at is distinct from
    (select max(created_at) from messages where session_id = sessions.id)`,
  "a document on its way": "select id from documents where processing_status in ('pending', 'processing')",
  "a document that was read and has no text": `
    select id from documents where processing_status = 'processed'
    and (extracted_text is null or not exists (select from passages where document_id = documents.id))`,
  "a passage of a document that was not read": `
    select passages.id from passages join documents on documents.id = document_id where processing_status <> 'processed'`,
  "a job for a document that has none to do": `
    select jobs.id from graphile_worker.jobs where task_identifier = 'process_document'`,
};

/** A job that was done, but could not say so, is taken up and ended within this time. */
const JOBS_MS = 30_000;

export interface Integrity {
  problems: string[];
  /** Files that no row names: a crash between the two leaves them to the sweeper. */
  strayFiles: number;
}

/** Looks at rows and files of a data folder whose server runs. */
export async function checkIntegrity(dataDir: string): Promise<Integrity> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    let problems = await contradictionsIn(client);
    for (const until = performance.now() + JOBS_MS; problems.length > 0 && performance.now() < until; ) {
      await sleep(200);
      problems = await contradictionsIn(client);
    }
    const { rows: documents } = await client.query<{ key: string }>("select object_path as key from documents");
    const { rows: spoken } = await client.query<{ key: string }>(`
      select 'replies/' || agent_id || '/' || id || '.mp3' as key from messages where audio_url is not null`);
    const named = new Set([...documents, ...spoken].map(({ key }) => key));
    const folder = join(dataDir, "files");
    for (const key of named) if (!existsSync(join(folder, key))) problems.push(`the file ${key} is lost`);
    const present = await filesBelow(folder);
    const kept = present.filter((key) => /^(documents|replies)\//.test(key));
    return { problems, strayFiles: kept.filter((key) => !named.has(key)).length };
  } finally {
    await client.end();
    await database.stop();
  }
}

async function contradictionsIn(client: pg.Client): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, query] of Object.entries(contradictions)) {
    const { rowCount } = await client.query(query);
    if (rowCount !== 0) problems.push(`${what}: ${rowCount}`);
  }
  return problems;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
