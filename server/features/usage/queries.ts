import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { USAGE_DAYS, type UsageMeasure } from "#shared/api/usage.ts";
import { agents, documents, messages, photos, roleLimits, usageDaily, userRoles } from "#shared/schema.ts";
import { midnightOf, todayOf } from "../time-zone/service.ts";

export interface UsageAmounts {
  messages?: number;
  promptTokens?: number;
  replyTokens?: number;
  characters?: number;
  seconds?: number;
}

/** Null: no limit. */
export interface Counts {
  used: Record<UsageMeasure, number>;
  limits: Record<UsageMeasure, number | null>;
}

export interface Today extends Counts {
  day: string;
  resetsAt: Date;
}

/** In days: files deleted while the server was off. */
const LOOKED_BACK = 31;

const today = sql`(now() at time zone 'UTC')::date`;

/** Null where a role has none, or the user has no role. */
const generous = (measure: UsageMeasure): SQL => {
  const limit = roleLimits[measure];
  return sql`case when bool_or(${limit} is null) then null else max(${limit}) end`;
};

const allowedFor = (userId: string): SQL => sql`
  select ${generous("messages")} as messages, ${generous("tokens")} as tokens,
    ${generous("characters")} as characters, ${generous("seconds")} as seconds
  from ${userRoles} left join ${roleLimits} on ${roleLimits.roleId} = ${userRoles.roleId}
  where ${userRoles.userId} = ${userId}::uuid`;

/** Integers of 64 bits come as strings. */
type CountedRow = Record<`used_${UsageMeasure}` | `limit_${UsageMeasure}`, string | number | null>;

const shown = sql`
  used.messages as used_messages, used.tokens as used_tokens,
  used.characters as used_characters, used.seconds as used_seconds,
  allowed.messages as limit_messages, allowed.tokens as limit_tokens,
  allowed.characters as limit_characters, allowed.seconds as limit_seconds`;

export async function readToday(db: Db, userId: string): Promise<Today> {
  const { rows } = await db.execute<CountedRow & { day: string; resets_at: number }>(sql`
    with allowed as (${allowedFor(userId)}),
    used as (
      select coalesce(max(messages), 0) as messages, coalesce(max(prompt_tokens + reply_tokens), 0) as tokens,
        coalesce(max(characters), 0) as characters, coalesce(max(seconds), 0) as seconds
      from ${usageDaily} where user_id = ${userId}::uuid and day = ${todayOf(userId)}
    )
    select ${todayOf(userId)}::text as day, (extract(epoch from ${midnightOf(userId)}) * 1000)::float8 as resets_at,
      ${shown}
    from used, allowed`);
  const [row] = rows;
  if (row === undefined) throw new Error("A sum over no rows is a row.");
  return { ...countsOf(row), day: row.day, resetsAt: new Date(row.resets_at) };
}

/** Null where a limit is reached. One statement, so that many at once can't exceed it. */
export async function takeQuestion(db: Db, userId: string): Promise<Counts | null> {
  const { rows } = await db.execute<CountedRow>(sql`
    with allowed as (${allowedFor(userId)}),
    used as (
      insert into ${usageDaily} as counted (user_id, day, messages) values (${userId}::uuid, ${todayOf(userId)}, 1)
      on conflict (user_id, day) do update set messages = counted.messages + 1
      where counted.messages < coalesce((select messages from allowed), counted.messages + 1)
        and counted.prompt_tokens + counted.reply_tokens
          < coalesce((select tokens from allowed), counted.prompt_tokens + counted.reply_tokens + 1)
      returning messages, prompt_tokens + reply_tokens as tokens, characters, seconds
    )
    select ${shown} from used, allowed`);
  return rows[0] === undefined ? null : countsOf(rows[0]);
}

export async function addUsage(db: Db, userId: string, spent: UsageAmounts): Promise<void> {
  const { messages = 0, promptTokens = 0, replyTokens = 0, characters = 0, seconds = 0 } = spent;
  // A count taken back after midnight stays with the day before.
  await db.execute(sql`
    insert into ${usageDaily} as counted (user_id, day, messages, prompt_tokens, reply_tokens, characters, seconds)
    values (${userId}::uuid, ${todayOf(userId)}, greatest(0, ${messages}::int), ${promptTokens}::bigint,
      ${replyTokens}::bigint, ${characters}::bigint, ${seconds}::bigint)
    on conflict (user_id, day) do update set
      messages = greatest(0, counted.messages + ${messages}::int),
      prompt_tokens = counted.prompt_tokens + excluded.prompt_tokens,
      reply_tokens = counted.reply_tokens + excluded.reply_tokens,
      characters = counted.characters + excluded.characters,
      seconds = counted.seconds + excluded.seconds`);
}

/** False where the limit is reached. One statement, so that many at once exceed it by one at most. */
export async function takeUsage(db: Db, userId: string, measure: CountedBefore, amount: number): Promise<boolean> {
  const column = sql.identifier(measure);
  const { rowCount } = await db.execute(sql`
    with allowed as (${allowedFor(userId)})
    insert into ${usageDaily} as counted (user_id, day, ${column})
    select ${userId}::uuid, ${todayOf(userId)}, ${amount}::bigint from allowed
    where allowed.${column} is null or allowed.${column} > 0
    on conflict (user_id, day) do update set ${column} = counted.${column} + excluded.${column}
    where counted.${column} < coalesce((select ${column} from allowed), counted.${column} + 1)`);
  return rowCount === 1;
}

/** Known before they are used. */
export type CountedBefore = Extract<UsageMeasure, "characters" | "seconds">;

/** Of documents, photos and spoken replies, by the owner of the pets. */
export const storedByOwner: SQL = sql`
  select ${agents.createdBy} as user_id, sum(files.bytes)::bigint as bytes
  from (
    select ${documents.agentId}, ${documents.fileSize}::bigint as bytes from ${documents}
    union all
    select ${messages.agentId}, ${messages.audioBytes} from ${messages} where ${messages.audioBytes} is not null
    union all
    select ${photos.agentId}, ${photos.bytes} from ${photos}
  ) files
  join ${agents} on ${agents.id} = files.agent_id
  where ${agents.createdBy} is not null
  group by 1`;

/** Also 0 for users who deleted their last file. */
export async function measureStored(db: Db): Promise<void> {
  await db.execute(sql`
    with stored as (${storedByOwner}),
    before as (
      select distinct on (user_id) user_id, stored_bytes from ${usageDaily}
      where stored_bytes is not null and day >= ${today} - ${LOOKED_BACK}::int
      order by user_id, day desc
    )
    insert into ${usageDaily} as counted (user_id, day, stored_bytes)
    select users.id, ${todayOf(sql`users.id`)}, coalesce(stored.bytes, 0)
    from stored full join before on before.user_id = stored.user_id
    join users on users.id = coalesce(stored.user_id, before.user_id)
    where stored.bytes is not null or before.stored_bytes > 0
    on conflict (user_id, day) do update set stored_bytes = excluded.stored_bytes
    where counted.stored_bytes is distinct from excluded.stored_bytes`);
}

export async function dropOldUsage(db: Db): Promise<number> {
  const dropped = await db.delete(usageDaily).where(sql`${usageDaily.day} < ${today} - ${USAGE_DAYS}::int`);
  return dropped.rowCount ?? 0;
}

function countsOf(row: CountedRow): Counts {
  const limitOf = (limit: string | number | null) => (limit === null ? null : Number(limit));
  return {
    used: {
      messages: Number(row.used_messages),
      tokens: Number(row.used_tokens),
      characters: Number(row.used_characters),
      seconds: Number(row.used_seconds),
    },
    limits: {
      messages: limitOf(row.limit_messages),
      tokens: limitOf(row.limit_tokens),
      characters: limitOf(row.limit_characters),
      seconds: limitOf(row.limit_seconds),
    },
  };
}
