import { and, asc, desc, eq, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { LATEST_PREVIEW } from "#shared/api/chat.ts";
import { agents, inView, messages, sessions } from "#shared/schema.ts";
import type { Asker } from "./question-queries.ts";

/** Nothing of a temporary chat is kept. */
const isLasting = sql`not (select ${sessions.isTemporary} from ${sessions} where ${sessions.id} = ${messages.sessionId})`;

const shownMessage = {
  id: messages.id,
  agentId: messages.agentId,
  sessionId: messages.sessionId,
  role: messages.role,
  content: messages.content,
  help: messages.help,
  audioUrl: messages.audioUrl,
  sources: messages.sources,
  mark: messages.mark,
  choices: messages.choices,
  status: messages.status,
  isKept: sql<boolean | null>`case when ${messages.role} = 'assistant' and ${isLasting} then ${messages.isKept} end`,
  createdAt: messages.createdAt,
};

export async function insertSession(db: Db, chat: Asker & { isTemporary: boolean }) {
  const [created] = await db.insert(sessions).values(chat).returning();
  return created ?? null;
}

export async function findMessage(db: Db, userId: string, id: string) {
  const [found] = await db
    .select(shownMessage)
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .where(and(eq(messages.id, id), eq(sessions.userId, userId)));
  return found ?? null;
}

/** False where the user has no such reply that can be kept. */
export async function keepReply(db: Db, userId: string, { id, isKept }: { id: string; isKept: boolean }) {
  const own = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), not(sessions.isTemporary)));
  const kept = await db
    .update(messages)
    .set({ isKept })
    .where(and(eq(messages.id, id), eq(messages.role, "assistant"), inArray(messages.sessionId, own)))
    .returning({ id: messages.id });
  return kept.length === 1;
}

/** So many messages before a question may tell what it goes on with. */
const BEFORE = 24;

/**
 * The pet, and the question that a reply in a chat of the user answers, with the turns before it: the question is null where it
 * is not there any more. Null where there is no such reply.
 */
export async function findAnswered(db: Db, userId: string, replyId: string) {
  const [reply] = await db
    .select({ sessionId: sessions.id, sequence: messages.sequence, name: agents.name, language: agents.language })
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .innerJoin(agents, eq(agents.id, messages.agentId))
    .where(and(eq(messages.id, replyId), eq(messages.role, "assistant"), eq(sessions.userId, userId)));
  if (reply === undefined) return null;
  const { sessionId, sequence, ...agent } = reply;
  const before = await db
    .select({ role: messages.role, content: messages.content, choices: messages.choices })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), inView, lt(messages.sequence, sequence)))
    .orderBy(desc(messages.sequence))
    .limit(BEFORE);
  const [question, ...turns] = before;
  return { agent, question: question?.role === "user" ? question.content : null, turns: turns.toReversed() };
}

/** More pets than anybody goes back to. */
const LATEST_PETS = 50;

/** Of each pet for which `usable` holds, the user's chat to go on with; the pet used last first. */
export async function listLatestChats(db: Db, userId: string, usable: SQL | undefined) {
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
    .where(and(eq(sessions.userId, userId), not(sessions.isTemporary), usable))
    .orderBy(sessions.agentId, sql`${sessions.lastMessageAt} desc nulls last`, desc(sessions.createdAt))
    .as("chosen");
  const last = db
    .select({
      role: messages.role,
      content: sql<string>`left(${messages.content}, ${LATEST_PREVIEW})`.as("beginning"),
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(and(eq(messages.sessionId, chosen.id), inView))
    .orderBy(desc(messages.sequence))
    .limit(1)
    .as("last");
  const lastQuestion = db
    .select({ beginning: sql<string>`left(${messages.content}, ${LATEST_PREVIEW})`.as("question_beginning") })
    .from(messages)
    .where(and(eq(messages.sessionId, chosen.id), inView, eq(messages.role, "user")))
    .orderBy(desc(messages.sequence))
    .limit(1)
    .as("last_question");
  const rows = await db
    .select({
      id: chosen.id,
      agentId: chosen.agentId,
      agentName: chosen.agentName,
      role: last.role,
      content: last.content,
      createdAt: last.createdAt,
      lastQuestion: lastQuestion.beginning,
    })
    .from(chosen)
    .leftJoinLateral(last, sql`true`)
    .leftJoinLateral(lastQuestion, sql`true`)
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
    inView,
    before === undefined ? undefined : lt(messages.sequence, sql`(${border})`),
  );
  const query = db
    .select({ ...shownMessage, versionGroup: messages.versionGroup })
    .from(messages)
    .where(wanted);
  if (limit === undefined) return withVersions(db, await query.orderBy(asc(messages.sequence)));
  return withVersions(db, (await query.orderBy(desc(messages.sequence)).limit(limit)).reverse());
}

async function withVersions<Shown extends { versionGroup: string | null }>(db: Db, shown: readonly Shown[]) {
  const groups = shown.flatMap(({ versionGroup }) => versionGroup ?? []);
  const { id, versionGroup: group } = messages;
  const all =
    groups.length === 0
      ? []
      : await db.select({ id, group }).from(messages).where(inArray(group, groups)).orderBy(asc(messages.sequence));
  return shown.map(({ versionGroup, ...message }) => {
    const versions = all.filter((one) => one.group === versionGroup).map((one) => one.id);
    return versions.length < 2 ? message : { ...message, versions };
  });
}
