import { type SQL, sql } from "drizzle-orm";
import { writtenOnce } from "#server/db/built-once.ts";
import type { Db } from "#server/db/client.ts";
import { isUniqueViolation } from "#server/db/sql-state.ts";
import type { Turn } from "#server/providers/llm/llm.ts";
import { limits } from "#shared/limits.ts";
import { messages, sessions } from "#shared/schema.ts";
import { countQuestion, type Storing } from "../usage/service.ts";

/** More turns than fit into a prompt: what a pet was told, and how it said things, it remembers for so long. */
const TURNS = 80;

export interface Asker {
  userId: string;
  agentId: string;
}

/** Who asks, and the server instance that is going to reply (db/instance-registry.ts). */
export interface Asked extends Asker {
  workerId: number;
}

export interface StoredQuestion {
  sessionId: string;
  questionId: string;
  workerId: number;
  content: string;
  /** Earlier questions and their replies, oldest first. */
  turns: Turn[];
  /** What was deleted for it: the question that it continues, and the reply to that; empty for any other. */
  replaced: ReplacedMessage[];
}

interface ReplacedMessage {
  id: string;
  role: "user" | "assistant";
  audioUrl: string | null;
}

/**
 * What was stored is null where the asker has no such chat or question, or has reached a limit; `busy` while another question
 * of the chat is being answered.
 */
type Opening = Promise<Storing<StoredQuestion | "busy">>;

const { placeholder } = sql;
const given = {
  ...{ userId: placeholder("userId"), agentId: placeholder("agentId"), workerId: placeholder("workerId") },
  ...{ sessionId: placeholder("sessionId"), questionId: placeholder("questionId") },
  ...{ content: placeholder("content"), name: placeholder("name") },
};
const count = countQuestion(given.userId);
const ownChat = sql`
  select id from ${sessions}
  where id = ${given.sessionId}::uuid and user_id = ${given.userId}::uuid and agent_id = ${given.agentId}::uuid`;
/** To insert a question into the chat. */
const asQuestion = sql`insert into ${messages} (agent_id, session_id, role, content, status, worker_id)
  select ${given.agentId}::uuid, id, 'user', ${given.content}::text, 'answering', ${given.workerId}::int`;
const whatIsStored = sql`returning id, session_id, content`;

const insertion = writtenOnce(() => {
  const isAsked = sql`exists (select from chat)`;
  return opening({
    isAsked,
    steps: sql`chat as (${ownChat}), ${count.steps(isAsked)},
      named as (
        update ${sessions} set name = ${given.name} where id in (select id from chat, used) and name is null
      ),
      asked as (${asQuestion} from chat, used ${whatIsStored})`,
  });
});

/** Counts a question, stores it as `answering` in a chat with this pet and reads the chat's last turns: one statement. */
export const insertQuestion = (
  db: Db,
  asked: Asked,
  question: { sessionId: string; content: string; name: string },
): Opening => open(db, asked, insertion({ ...asked, ...question }));

const firstInsertion = writtenOnce(() => {
  const isAsked = sql`true`;
  return opening({
    isAsked,
    steps: sql`${count.steps(isAsked)},
      chat as (
        insert into ${sessions} (user_id, agent_id, name, last_message_at)
        select ${given.userId}::uuid, ${given.agentId}::uuid, ${given.name}::text, now() from used
        returning id
      ),
      asked as (${asQuestion} from chat ${whatIsStored})`,
  });
});

/** The same in a chat that begins with this question. */
export const insertFirstQuestion = (db: Db, asked: Asked, question: { content: string; name: string }): Opening =>
  open(db, asked, firstInsertion({ ...asked, ...question }));

const reopening = writtenOnce(() => {
  const isOpen = sql`id = ${given.questionId}::uuid and session_id in (select id from chat) and role = 'user'
    and status in ('failed', 'stopped')`;
  const isAsked = sql`exists (select from ${messages} where ${isOpen})`;
  return opening({
    isAsked,
    steps: sql`chat as (${ownChat}), ${count.steps(isAsked)},
      asked as (
        update ${messages} set status = 'answering', created_at = now(), worker_id = ${given.workerId}::int
        where ${isOpen} and exists (select from used) ${whatIsStored}
      )`,
  });
});

/**
 * Opens a question without a reply again. Its time becomes now, because a reply that is under way for too long counts as
 * lost.
 */
export const reopenQuestion = (db: Db, asked: Asked, question: { sessionId: string; questionId: string }): Opening =>
  open(db, asked, reopening({ ...asked, ...question }));

const replacement = writtenOnce(() => {
  const inChat = sql`session_id in (select id from chat)`;
  const last = sql`(
    select sequence from (
      select id, sequence from ${messages} where ${inChat} and role = 'user' order by sequence desc limit 1
    ) asked_last where id = ${given.questionId}::uuid
  )`;
  const isAsked = sql`${last} is not null`;
  // Counted, because the question may be stored only when all of these are gone: one in a chat is `answering`.
  const isReplaced = sql`(select count(*) from replaced) > 0`;
  return opening({
    isAsked,
    before: last,
    steps: sql`chat as (${ownChat}), ${count.steps(isAsked)},
      replaced as (
        delete from ${messages} where ${inChat} and sequence >= ${last} and exists (select from used)
        returning id, role, audio_url
      ),
      named as (
        update ${sessions} set name = ${given.name}
        where id in (select id from chat) and ${isReplaced}
          and not exists (select from ${messages} where ${inChat} and sequence < ${last})
      ),
      asked as (${asQuestion} from chat where ${isReplaced} ${whatIsStored})`,
    replaced: sql`(select json_agg(json_build_object('id', id, 'role', role, 'audioUrl', audio_url)) from replaced)`,
  });
});

/**
 * Stores a question in place of the chat's last one, which goes with its reply: the person went on speaking. Nothing is
 * stored, and nothing deleted, where that is not the chat's last question.
 */
export const replaceQuestion = (
  db: Db,
  asked: Asked,
  question: { sessionId: string; questionId: string; content: string; name: string },
): Opening => open(db, asked, replacement({ ...asked, ...question }));

interface OpeningParts {
  isAsked: SQL;
  steps: SQL;
  /** Only messages before this sequence are earlier turns; left out where all are. */
  before?: SQL;
  replaced?: SQL;
}

function opening({ isAsked, steps, before, replaced = sql`null::json` }: OpeningParts): SQL {
  // The statement still sees what it deletes.
  const isEarlier = before === undefined ? sql`` : sql`and sequence < ${before}`;
  return sql`
    with ${steps}
    select asked.id, asked.session_id, asked.content,
      ${turnsWhere(sql`session_id = asked.session_id and id <> asked.id ${isEarlier}`)} as turns, ${replaced} as replaced, ${isAsked} as is_asked, ${count.counted} as counted
    from (select) one left join asked on true`;
}

interface OpenedRow extends Record<string, unknown> {
  /** Null, as the next two, where nothing was stored. */
  id: string | null;
  session_id: string | null;
  content: string | null;
  turns: Turn[];
  replaced: StoredQuestion["replaced"] | null;
  is_asked: boolean;
  counted: Storing<unknown>["counted"];
}

async function open(db: Db, { workerId }: Asked, statement: SQL): Opening {
  const result = await db.execute<OpenedRow>(statement).catch((error: unknown) => {
    if (isUniqueViolation(error)) return "busy" as const;
    throw error;
  });
  if (result === "busy") return { stored: "busy", isAsked: false, counted: null };
  const [found] = result.rows;
  if (found === undefined) throw new Error("A row joined to nothing is a row.");
  const { id, session_id: sessionId, content, turns, replaced: gone, is_asked, counted } = found;
  const isStored = id !== null && sessionId !== null && content !== null;
  const stored = isStored ? { sessionId, questionId: id, workerId, content, turns, replaced: gone ?? [] } : null;
  return { stored, isAsked: is_asked, counted };
}

/** Of the longest answers of a diary it is four. */
const LONGEST_SOURCES = 4 * limits.diaryAnswer;
/** Of an imported reply they may be without end. */
const unlessEndless = (of: string) =>
  sql.raw(`case when length(turn.${of}::text) <= ${LONGEST_SOURCES} then turn.${of} end`);

/**
 * The last of those messages that a reply goes on from, oldest first, as JSON. A message is as long as one may be here, also
 * where it was longer in an archive.
 */
function turnsWhere(condition: SQL): SQL {
  return sql`coalesce((
  select json_agg(json_build_object(
    'id', turn.id, 'role', turn.role, 'content', left(turn.content, ${sql.raw(`${limits.message}`)}),
    'sources', ${unlessEndless("sources")}, 'choices', ${unlessEndless("choices")})
    order by turn.sequence)
  from (
    select id, role, content, sources, choices, sequence from ${messages}
    where ${condition} and (role = 'assistant' or status = 'complete')
    order by sequence desc limit ${TURNS}
  ) turn
), '[]')`;
}
