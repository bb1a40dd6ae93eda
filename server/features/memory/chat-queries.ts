import { and, desc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { limits } from "#shared/limits.ts";
import { agents, inView, memoryPauses, messages, sessions, users } from "#shared/schema.ts";

export const ownTemporary = (userId: string, id: string): SQL | undefined =>
  and(eq(sessions.id, id), eq(sessions.userId, userId), eq(sessions.isTemporary, true));

/** Temporary chats in which nothing was said for so long. */
export const temporaryFor = (minutes: number): SQL | undefined =>
  and(
    eq(sessions.isTemporary, true),
    sql`coalesce(${sessions.lastMessageAt}, ${sessions.createdAt}) < now() - make_interval(mins => ${minutes}::int)`,
  );

export function listSpoken(tx: Db, which: SQL | undefined) {
  const chats = tx.select({ id: sessions.id }).from(sessions).where(which);
  return tx
    .select({ id: messages.id, agentId: messages.agentId })
    .from(messages)
    .where(and(inArray(messages.sessionId, chats), isNotNull(messages.audioUrl)));
}

export async function deleteChatRows(tx: Db, which: SQL | undefined): Promise<string[]> {
  const deleted = await tx.delete(sessions).where(which).returning({ id: sessions.id });
  return deleted.map(({ id }) => id);
}

/** Longer ago nobody waits for suggestions, and a new version must not read the chats of years. */
const READ_HOURS = 24;
const isRecent = sql`last_message_at > now() - make_interval(hours => ${READ_HOURS}::int)`;

export interface QuietChat {
  id: string;
  userId: string;
  agentId: string;
  /** Sequences of its messages: what is new lies after the one, up to the other. */
  after: number;
  to: number;
}

/**
 * A chat that holds something new of its person and in which nothing was said for so long; it counts as read from now on. Null
 * where there is none. No temporary one, and none with a pet that is told to remember nothing.
 */
export async function takeQuietChat(db: Db, minutes: number): Promise<QuietChat | null> {
  const { rows } = await db.execute<{ id: string; userId: string; agentId: string; after: string; to: string }>(sql`
    with quiet as (
      select id, coalesce(remembered_to, 0) as after from ${sessions}
      where user_id is not null and not is_temporary
        and last_message_at < now() - make_interval(mins => ${minutes}::int)
        and ${isRecent}
        and exists (
          select 1 from ${messages}
          where session_id = ${sessions.id} and role = 'user' and sequence > coalesce(${sessions.rememberedTo}, 0)
        )
        and not exists (
          select 1 from ${memoryPauses}
          where ${memoryPauses.userId} = ${sessions.userId} and ${memoryPauses.agentId} = ${sessions.agentId}
        )
      order by last_message_at limit 1
      for no key update skip locked
    )
    update ${sessions} set remembered_to = (select max(sequence) from ${messages} where session_id = quiet.id)
    from quiet where ${sessions.id} = quiet.id
    returning ${sessions.id}, user_id as "userId", agent_id as "agentId", quiet.after, remembered_to as "to"`);
  const [taken] = rows;
  return taken === undefined ? null : { ...taken, after: Number(taken.after), to: Number(taken.to) };
}

/** Null where the chat is gone. */
export async function findChatToRead(db: Db, id: string) {
  const [found] = await db
    .select({ name: sessions.name, petName: agents.name, language: agents.language, timeZone: users.timeZone })
    .from(sessions)
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id));
  return found ?? null;
}

const MOST_READ = 60;

/** What its person said, oldest first; not what was answered with help. */
export async function listSaid(db: Db, { id, after, to }: QuietChat) {
  const said = await db
    .select({
      messageId: messages.id,
      content: sql<string>`left(${messages.content}, ${limits.message}::int)`,
      at: messages.createdAt,
    })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, id),
        inView,
        eq(messages.role, "user"),
        gt(messages.sequence, after),
        lte(messages.sequence, to),
        sql`not exists (select 1 from ${messages} as reply where reply.reply_to = ${messages.id} and reply.help is not null)`,
      ),
    )
    .orderBy(desc(messages.sequence))
    .limit(MOST_READ);
  return said.toReversed();
}

export async function noteTopic(
  db: Db,
  id: string,
  { about, name, nameBefore }: { about: string | null; name: string | null; nameBefore: string | null },
): Promise<void> {
  await db.update(sessions).set({ about }).where(eq(sessions.id, id));
  if (name === null || nameBefore === null) return;
  // Not where it was named otherwise meanwhile.
  await db
    .update(sessions)
    .set({ name })
    .where(and(eq(sessions.id, id), eq(sessions.name, nameBefore)));
}

/** What was said up to now in some chats is never read for suggestions. */
const passOver = (db: Db, which: SQL) =>
  db.execute(sql`
    update ${sessions} set remembered_to = (select max(sequence) from ${messages} where session_id = ${sessions.id})
    where ${which}`);

export const passOverChat = (db: Db, id: string) => passOver(db, sql`id = ${id}::uuid`);

export const passOverChatsOf = (db: Db, userId: string, agentId: string) =>
  passOver(db, sql`user_id = ${userId}::uuid and agent_id = ${agentId}::uuid and ${isRecent}`);
