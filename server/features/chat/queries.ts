import { and, asc, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { type Choice, LATEST_PREVIEW, type Source } from "../../../shared/api/chat.ts";
import { agents, messages, sessions } from "../../../shared/schema.ts";
import type { Db } from "../../db/client.ts";
import type { Turn } from "../../providers/llm/llm.ts";
import type { QuestionCount, ReplyCount, Storing } from "../usage/service.ts";

/** More turns than fit into a prompt: what a pet was told, and how it said things, it remembers for so long. */
const TURNS = 80;

const shownMessage = {
  id: messages.id,
  agentId: messages.agentId,
  sessionId: messages.sessionId,
  role: messages.role,
  content: messages.content,
  help: messages.help,
  audioUrl: messages.audioUrl,
  sources: messages.sources,
  choices: messages.choices,
  status: messages.status,
  createdAt: messages.createdAt,
};

export interface Asker {
  userId: string;
  agentId: string;
}

/** Who asks, and the server instance that is going to reply (db/instance-registry.ts). */
export interface Asked extends Asker {
  workerId: number;
}

export interface OpenedQuestion {
  sessionId: string;
  questionId: string;
  workerId: number;
  content: string;
  /** Earlier questions and their replies, oldest first. */
  turns: Turn[];
}

export async function insertSession(db: Db, { userId, agentId }: Asker) {
  const [created] = await db.insert(sessions).values({ userId, agentId }).returning();
  return created ?? null;
}

/**
 * What was stored is null where the asker has no such chat or question, or has reached a limit; `busy` while another question
 * of the chat is being answered.
 */
type Opening = Promise<Storing<OpenedQuestion | "busy">>;

/** Counts a question, stores it as `answering` in a chat with this pet and reads the chat's last turns: one statement. */
export function insertQuestion(
  db: Db,
  asker: Asked,
  count: QuestionCount,
  { sessionId, content, name }: { sessionId: string; content: string; name: string },
): Opening {
  const isAsked = sql`exists (select from chat)`;
  return open(
    db,
    { asker, count, isAsked },
    sql`chat as (${ownChat(asker, sessionId)}), ${count.steps(isAsked)},
      named as (
        update ${sessions} set name = ${name} where id in (select id from chat, used) and name is null
      ),
      asked as (
        insert into ${messages} (agent_id, session_id, role, content, status, worker_id)
        select ${asker.agentId}::uuid, id, 'user', ${content}::text, 'answering', ${asker.workerId}::int from chat, used
        returning id, session_id, content
      )`,
  );
}

/** The same in a chat that begins with this question. */
export function insertFirstQuestion(
  db: Db,
  asker: Asked,
  count: QuestionCount,
  { content, name }: { content: string; name: string },
): Opening {
  const { userId, agentId, workerId } = asker;
  const isAsked = sql`true`;
  return open(
    db,
    { asker, count, isAsked },
    sql`${count.steps(isAsked)},
      chat as (
        insert into ${sessions} (user_id, agent_id, name, last_message_at)
        select ${userId}::uuid, ${agentId}::uuid, ${name}::text, now() from used
        returning id
      ),
      asked as (
        insert into ${messages} (agent_id, session_id, role, content, status, worker_id)
        select ${agentId}::uuid, id, 'user', ${content}::text, 'answering', ${workerId}::int from chat
        returning id, session_id, content
      )`,
  );
}

/**
 * Opens a question without a reply again. Its time becomes now, because a reply that is under way for too long counts as
 * lost.
 */
export function reopenQuestion(
  db: Db,
  asker: Asked,
  count: QuestionCount,
  { sessionId, questionId }: { sessionId: string; questionId: string },
): Opening {
  const isOpen = sql`id = ${questionId}::uuid and session_id in (select id from chat) and role = 'user'
    and status in ('failed', 'stopped')`;
  const isAsked = sql`exists (select from ${messages} where ${isOpen})`;
  return open(
    db,
    { asker, count, isAsked },
    sql`chat as (${ownChat(asker, sessionId)}), ${count.steps(isAsked)},
      asked as (
        update ${messages} set status = 'answering', created_at = now(), worker_id = ${asker.workerId}::int
        where ${isOpen} and exists (select from used)
        returning id, session_id, content
      )`,
  );
}

const ownChat = ({ userId, agentId }: Asker, sessionId: string) =>
  sql`select id from ${sessions} where id = ${sessionId}::uuid and user_id = ${userId}::uuid and agent_id = ${agentId}::uuid`;

interface OpenedRow extends Record<string, unknown> {
  /** Null, as the next two, where nothing was stored. */
  id: string | null;
  session_id: string | null;
  content: string | null;
  turns: Turn[];
  is_asked: boolean;
  counted: Storing<unknown>["counted"];
}

async function open(
  db: Db,
  { asker: { workerId }, count, isAsked }: { asker: Asked; count: QuestionCount; isAsked: SQL },
  steps: SQL,
): Opening {
  const asking = db.execute<OpenedRow>(sql`
    with ${steps}
    select asked.id, asked.session_id, asked.content, coalesce((
      select json_agg(json_build_object(
        'id', turn.id, 'role', turn.role, 'content', turn.content, 'sources', turn.sources, 'choices', turn.choices)
        order by turn.sequence)
      from (
        select id, role, content, sources, choices, sequence from ${messages}
        where session_id = asked.session_id and id <> asked.id
          and (status = 'complete' or (role = 'assistant' and status = 'stopped'))
        order by sequence desc limit ${TURNS}
      ) turn
    ), '[]') as turns, ${isAsked} as is_asked, ${count.counted} as counted
    from (select) one left join asked on true`);
  const result = await asking.catch((error: unknown) => {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return "busy" as const;
    throw error;
  });
  if (result === "busy") return { stored: "busy", isAsked: false, counted: null };
  const [found] = result.rows;
  if (found === undefined) throw new Error("A row joined to nothing is a row.");
  const { id, session_id: sessionId, content, turns, is_asked, counted } = found;
  const isStored = id !== null && sessionId !== null && content !== null;
  const stored = isStored ? { sessionId, questionId: id, workerId, content, turns } : null;
  return { stored, isAsked: is_asked, counted };
}

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

function sqlStateOf(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ("code" in cause) return cause.code;
  return undefined;
}

/** Ends a question that gets no reply. */
export async function closeQuestion(db: Db, questionId: string, status: "failed" | "stopped"): Promise<void> {
  await db
    .update(messages)
    .set({ status })
    .where(and(eq(messages.id, questionId), eq(messages.status, "answering")));
}

export interface Reply {
  content: string;
  /** The beginning of the content, where the question told of an emergency. */
  help: string | null;
  /** Null where the turn asked for nothing that is known or not, such as a greeting. */
  sources: readonly Source[] | null;
  /** What it asks the person to choose between. */
  choices: readonly Choice[];
  status: "complete" | "stopped";
}

/**
 * Stores a reply, closes its question and counts what was spent, in one statement. Null, and nothing counted, where the question was deleted, or where another process
 * took this one for dead and gave the question up. If it is called again because the database's answer was lost, it returns
 * what the first call stored.
 */
export async function insertReply(
  db: Db,
  { questionId, workerId }: Pick<OpenedQuestion, "questionId" | "workerId">,
  reply: Reply,
  count: ReplyCount | null = null,
): Promise<string | null> {
  const counted = count === null ? sql`` : sql`counted as (${count(sql`exists (select from question)`)}),`;
  const storing = db.execute<{ id: string }>(sql`
    with question as (
      update ${messages} set status = 'complete'
      where id = ${questionId}::uuid and status in ('answering', 'failed') and worker_id = ${workerId}::int
      returning id, session_id, agent_id
    ),
    ${counted}
    stored as (
      insert into ${messages} (agent_id, session_id, role, content, help, sources, choices, status, reply_to)
      select agent_id, session_id, 'assistant', ${reply.content}::text, ${reply.help}::text, ${reply.sources === null ? null : JSON.stringify(reply.sources)}::jsonb,
        ${reply.choices.length === 0 ? null : JSON.stringify(reply.choices)}::jsonb, ${reply.status}::text, id
      from question
      returning id
    )
    select id from stored
    union all select id from ${messages} where reply_to = ${questionId}::uuid and role = 'assistant'`);
  const stored = await storing.catch((error: unknown) => {
    // The pet was deleted at the same moment.
    if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) return null;
    throw error;
  });
  return stored?.rows[0]?.id ?? null;
}

export async function findMessage(db: Db, userId: string, id: string) {
  const [found] = await db
    .select(shownMessage)
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .where(and(eq(messages.id, id), eq(sessions.userId, userId)));
  return found ?? null;
}

/** More pets than anybody goes back to. */
const LATEST_PETS = 50;

/** Of each pet for which `companion` holds, the user's chat to go on with; the pet used last first. */
export async function listLatestChats(db: Db, userId: string, companion: SQL | undefined) {
  const chosen = db
    .selectDistinctOn([sessions.agentId], {
      id: sessions.id,
      agentId: sessions.agentId,
      agentName: agents.name,
      usedAt:
        sql`max(greatest(${sessions.lastMessageAt}, ${sessions.createdAt})) over (partition by ${sessions.agentId})`.as(
          "used_at",
        ),
    })
    .from(sessions)
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .where(and(eq(sessions.userId, userId), companion))
    .orderBy(sessions.agentId, sql`${sessions.lastMessageAt} desc nulls last`, desc(sessions.createdAt))
    .as("chosen");
  const last = db
    .select({
      role: messages.role,
      content: sql<string>`left(${messages.content}, ${LATEST_PREVIEW})`.as("beginning"),
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.sessionId, chosen.id))
    .orderBy(desc(messages.sequence))
    .limit(1)
    .as("last");
  const rows = await db
    .select({
      id: chosen.id,
      agentId: chosen.agentId,
      agentName: chosen.agentName,
      role: last.role,
      content: last.content,
      createdAt: last.createdAt,
    })
    .from(chosen)
    .leftJoinLateral(last, sql`true`)
    .orderBy(desc(chosen.usedAt))
    .limit(LATEST_PETS);
  return rows.map(({ role, content, createdAt, ...chat }) => ({
    ...chat,
    lastMessage: role === null || content === null || createdAt === null ? null : { role, content, createdAt },
  }));
}

export async function isOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
  return found.length > 0;
}

export interface MessagePage {
  /** Only so many of the newest; without it, all. */
  limit?: number | undefined;
  /** Only messages before the one with this id. */
  before?: string | undefined;
}

/** A chat's messages, oldest first. */
export async function listMessages(db: Db, sessionId: string, { limit, before }: MessagePage) {
  const border = db
    .select({ sequence: messages.sequence })
    .from(messages)
    .where(eq(messages.id, before ?? sessionId));
  const wanted = and(
    eq(messages.sessionId, sessionId),
    before === undefined ? undefined : lt(messages.sequence, sql`(${border})`),
  );
  const query = db.select(shownMessage).from(messages).where(wanted);
  if (limit === undefined) return query.orderBy(asc(messages.sequence));
  return (await query.orderBy(desc(messages.sequence)).limit(limit)).reverse();
}
