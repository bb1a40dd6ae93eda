/** Only `*queries.ts` files of the server import the tables. */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import type { BookArrangement, PdfFailure } from "./api/book.ts";
import type { Choice, Source } from "./api/chat.ts";
import type { BookSheet } from "./book.ts";

const id = () => uuid("id").primaryKey().defaultRandom();
const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();
const updatedAt = () => timestamp("updated_at", { withTimezone: true }).notNull().defaultNow();
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable(
  "users",
  {
    id: id(),
    username: text("username"),
    email: text("email").notNull(),
    phone: text("phone"),
    password: text("password").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    address: text("address"),
    isDefaultPassword: boolean("is_default_password").notNull().default(true),
    isActive: boolean("is_active").notNull().default(true),
    /** Null for a password that the user chose. */
    temporaryPasswordUntil: moment("temporary_password_until"),
    /** The hash of the last temporary password, which others have seen: it never becomes one that the user chose. */
    temporaryPassword: text("temporary_password"),
    /** An IANA name, such as 'Europe/Berlin'; null is UTC. */
    timeZone: text("time_zone"),
    /** The zone by whose days usage is counted until `time_zone_from`. */
    timeZoneBefore: text("time_zone_before"),
    /** The end of the day on which the zone was changed; null where it never was. */
    timeZoneFrom: moment("time_zone_from"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  // Sign-in is case-sensitive, but people would confuse two names that differ only in case.
  (t) => [
    uniqueIndex("users_username_unique").on(sql`lower(${t.username})`),
    index("users_email").on(sql`lower(${t.email})`),
  ],
);

export const roles = pgTable("roles", {
  id: id(),
  name: text("name").notNull().unique(),
  description: text("description"),
  createdAt: createdAt(),
});

export const permissions = pgTable("permissions", {
  id: id(),
  name: text("name").notNull().unique(),
  description: text("description"),
  category: text("category").notNull().default("feature"),
  resource: text("resource").notNull(),
  action: text("action").notNull(),
  createdAt: createdAt(),
});

export const userRoles = pgTable(
  "user_roles",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    roleId: uuid("role_id")
      .notNull()
      .references(() => roles.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index("user_roles_role").on(t.roleId)],
);

export const rolePermissions = pgTable(
  "role_permissions",
  {
    roleId: uuid("role_id")
      .notNull()
      .references(() => roles.id, { onDelete: "cascade" }),
    permissionId: uuid("permission_id")
      .notNull()
      .references(() => permissions.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permissionId] }), index("role_permissions_permission").on(t.permissionId)],
);

/** In the form that connect-pg-simple reads and writes. */
export const authSessions = pgTable(
  "auth_sessions",
  {
    sid: varchar("sid").primaryKey(),
    sess: json("sess").notNull(),
    expire: timestamp("expire", { precision: 6 }).notNull(),
  },
  (t) => [
    index("auth_sessions_expire").on(t.expire),
    index("auth_sessions_user").on(sql`(${t.sess} -> 'passport' ->> 'user')`),
  ],
);

/** The token in a mailed link is stored nowhere. */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, in hexadecimal. */
    digest: text("digest").notNull().unique(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("password_resets_user").on(t.userId), index("password_resets_created").on(t.createdAt)],
);

/** The token itself is stored nowhere. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, in hexadecimal. */
    digest: text("digest").notNull().unique(),
    scopes: text("scopes", { enum: ["read", "chat", "knowledge"] })
      .array()
      .notNull(),
    createdAt: createdAt(),
    /** Null: until it is revoked. */
    expiresAt: moment("expires_at"),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [index("access_tokens_user").on(t.userId)],
);

export const promoCodes = pgTable(
  "promo_codes",
  {
    id: id(),
    code: text("code").notNull().unique(),
    description: text("description"),
    /** Null: no limit. */
    maxUses: integer("max_uses"),
    usedCount: integer("used_count").notNull().default(0),
    expiresAt: moment("expires_at"),
    isActive: boolean("is_active").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [check("promo_codes_uses", sql`${t.maxUses} is null or ${t.usedCount} <= ${t.maxUses}`)],
);

export const agents = pgTable(
  "agents",
  {
    id: id(),
    name: text("name").notNull(),
    systemPrompt: text("system_prompt").notNull(),
    avatarUrl: text("avatar_url"),
    voiceName: text("voice_name").notNull().default("en-US-JennyNeural"),
    language: text("language").notNull().default("en-US"),
    species: text("species"),
    birthday: date("birthday", { mode: "string" }),
    /** From then on the pet speaks as a memory. */
    diedOn: date("died_on", { mode: "string" }),
    /** Since when nobody talks with it any more. */
    atRest: moment("at_rest"),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "cascade" }),
    /** Its owner may have one pet only, which the unique index below enforces. */
    isOnlyPet: boolean("is_only_pet").notNull().default(false),
    /** Decision 029. */
    isDemo: boolean("is_demo").notNull().default(false),
    /** What its family contributes waits for a yes. */
    approvesContributions: boolean("approves_contributions").notNull().default(true),
    /** Counts every change of diary, documents and language, so that a cached index knows when it is stale. */
    knowledgeVersion: integer("knowledge_version").notNull().default(0),
    knowledgeUpdatedAt: moment("knowledge_updated_at"),
    /** The documents were too large for the last index in memory. */
    isBeyondMemory: boolean("is_beyond_memory").notNull().default(false),
    /** The model of the vectors in use, and the knowledge version that they were made for. */
    embeddedModel: text("embedded_model"),
    embeddedVersion: integer("embedded_version"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("agents_created_by").on(t.createdBy),
    uniqueIndex("agents_one_pet_per_owner").on(t.createdBy).where(sql`${t.isOnlyPet}`),
    uniqueIndex("agents_one_demo").on(t.isDemo).where(sql`${t.isDemo}`),
    check("agents_at_rest_in_memory", sql`${t.atRest} is null or ${t.diedOn} is not null`),
  ],
);

export const petProfileColumns = { species: agents.species, birthday: agents.birthday };

export const inMemoryColumns = { diedOn: agents.diedOn, atRest: agents.atRest };

export const userAgentAccess = pgTable(
  "user_agent_access",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    grantedBy: uuid("granted_by").references(() => users.id, { onDelete: "set null" }),
    right: text("right", { enum: ["talk", "contribute", "manage"] })
      .notNull()
      .default("talk"),
    /** What the owner calls the person, such as 'Anna, my big girl'. */
    calledAs: text("called_as"),
    /** The link that the person came by; it ends when the person is removed. */
    invitationId: uuid("invitation_id").references(() => agentInvitations.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("user_agent_access_unique").on(t.userId, t.agentId),
    index("user_agent_access_agent").on(t.agentId),
    index("user_agent_access_invitation").on(t.invitationId),
  ],
);

/** The token in the link is stored nowhere. Kept when its pet is deleted, so that whoever opens the link can be told so. */
export const agentInvitations = pgTable(
  "agent_invitations",
  {
    id: id(),
    /** Null once the pet is deleted. */
    agentId: uuid("agent_id").references(() => agents.id, { onDelete: "set null" }),
    /** Null once the account is deleted, with which the link ends. */
    invitedBy: uuid("invited_by").references(() => users.id, { onDelete: "set null" }),
    right: text("right", { enum: ["talk", "contribute", "manage"] }).notNull(),
    calledAs: text("called_as"),
    /** SHA-256 of the token, in hexadecimal. */
    digest: text("digest").notNull().unique(),
    /** Null: until it is revoked. */
    expiresAt: moment("expires_at"),
    /** Null: as often as anybody likes. */
    maxUses: integer("max_uses"),
    usedCount: integer("used_count").notNull().default(0),
    revokedAt: moment("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("agent_invitations_agent").on(t.agentId),
    index("agent_invitations_invited_by").on(t.invitedBy),
    check("agent_invitations_uses", sql`${t.maxUses} is null or ${t.usedCount} <= ${t.maxUses}`),
  ],
);

export const documents = pgTable(
  "documents",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** Our name for the stored file; `originalName` is the owner's. */
    filename: text("filename").notNull(),
    originalName: text("original_name").notNull(),
    /** Bytes, as text. */
    fileSize: text("file_size").notNull(),
    pageCount: integer("page_count"),
    processingStatus: text("processing_status", { enum: ["pending", "processing", "processed", "failed"] })
      .notNull()
      .default("pending"),
    failureReason: text("failure_reason"),
    objectPath: text("object_path").notNull(),
    extractedText: text("extracted_text"),
    /** The version of the reader that read the file (`documents/process.ts`). */
    readerVersion: integer("reader_version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("documents_agent").on(t.agentId, t.createdAt)],
);

export const passages = pgTable(
  "passages",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** From 1; null where the document has no pages. */
    page: integer("page"),
    ordinal: integer("ordinal").notNull(),
    content: text("content").notNull(),
  },
  (t) => [
    index("passages_agent").on(t.agentId, t.id),
    // For pets with more passages than are kept in memory.
    index("passages_words").using("gin", sql`to_tsvector('simple', ${t.content})`),
    uniqueIndex("passages_document_ordinal").on(t.documentId, t.ordinal),
  ],
);

export const diaryQuestions = pgTable(
  "diary_questions",
  {
    id: id(),
    /** Null for a question that every diary asks. */
    agentId: uuid("agent_id").references(() => agents.id, { onDelete: "cascade" }),
    /** Of a seeded question, for which there are paraphrases; null for one that a person added. */
    key: text("key").unique(),
    question: text("question").notNull(),
    orderIndex: integer("order_index").notNull(),
    category: text("category"),
    isActive: boolean("is_active").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [index("diary_questions_order").on(t.orderIndex), index("diary_questions_agent").on(t.agentId)],
);

export const diaryAnswers = pgTable(
  "diary_answers",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    questionId: uuid("question_id")
      .notNull()
      .references(() => diaryQuestions.id, { onDelete: "cascade" }),
    answer: text("answer").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("diary_answers_unique").on(t.agentId, t.questionId),
    index("diary_answers_question").on(t.questionId),
  ],
);

export const embeddings = pgTable(
  "embeddings",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    diaryAnswerId: uuid("diary_answer_id").references(() => diaryAnswers.id, { onDelete: "cascade" }),
    passageId: uuid("passage_id").references(() => passages.id, { onDelete: "cascade" }),
    /** An answer has two: of its words with the question, and of the other ways to ask that question. */
    part: text("part", { enum: ["words", "asks"] }).notNull(),
    model: text("model").notNull(),
    /** SHA-256 of the text that it was made from. */
    textHash: text("text_hash").notNull(),
    /** 32-bit floats, little-endian. */
    vector: bytes("vector").notNull(),
  },
  (t) => [
    index("embeddings_agent").on(t.agentId, t.model, t.id),
    index("embeddings_answer").on(t.diaryAnswerId),
    index("embeddings_passage").on(t.passageId),
    uniqueIndex("embeddings_piece").on(t.model, t.part, sql`coalesce(${t.diaryAnswerId}, ${t.passageId})`),
    check("embeddings_one_piece", sql`num_nonnulls(${t.diaryAnswerId}, ${t.passageId}) = 1`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    name: text("name"),
    /** The pet's words that stood on the screen before the first message. */
    greeting: text("greeting"),
    /** In no list; deleted when it is closed, or an hour after its last word. */
    isTemporary: boolean("is_temporary").notNull().default(false),
    /** What its last part was about, in the person's words; null where only its name tells that. */
    about: text("about"),
    /** Of its messages, how many have been read for what is worth remembering, by the last one's sequence. */
    rememberedTo: bigint("remembered_to", { mode: "number" }),
    /** Set by a trigger on `messages`, because lists of chats are ordered by it. */
    lastMessageAt: moment("last_message_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("sessions_user").on(t.userId, t.lastMessageAt, t.id),
    index("sessions_agent").on(t.agentId, t.updatedAt),
    index("sessions_last_message").on(t.lastMessageAt, t.id),
  ],
);

/**
 * Migration 0002 adds the trigger that keeps `sessions.last_message_at` and `updated_at`; 0023 and 0031 add the indexes for
 * searching `content`.
 */
export const messages = pgTable(
  "messages",
  {
    id: id(),
    /** The order of the messages, also of two in the same millisecond. */
    sequence: bigint("sequence", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["user", "assistant"] }).notNull(),
    content: text("content").notNull(),
    /** Null where it is the text in small letters. */
    foldedContent: text("folded_content").generatedAlwaysAs(
      sql`nullif(fold_text("content"), lower("content" collate "C"))`,
    ),
    /** Emergency help with which the reply begins; not the pet's words. */
    help: text("help"),
    audioUrl: text("audio_url"),
    /** Null where there is no audio, or it is older than this column. */
    audioBytes: integer("audio_bytes"),
    sources: jsonb("sources").$type<Source[]>(),
    choices: jsonb("choices").$type<Choice[]>(),
    /** Of a reply without sources: said earlier in this chat, or invented on request. */
    mark: text("mark", { enum: ["chat", "play"] }),
    /** A reply that the chat's person gave a heart, for the pet's book. */
    isKept: boolean("is_kept").notNull().default(false),
    status: text("status", { enum: ["complete", "answering", "failed", "stopped", "cut_off", "refused"] })
      .notNull()
      .default("complete"),
    /** Of a question that was asked in other words too: the same for all its versions. */
    versionGroup: uuid("version_group"),
    /**
     * Null for what is in view. While another version of a question is looked at, the question and what followed it are put
     * aside: this is that question's id.
     */
    asideWith: uuid("aside_with"),
    replyTo: uuid("reply_to").references((): AnyPgColumn => messages.id, { onDelete: "cascade" }),
    /** The instance that replies (server/platform/db/instance-registry.ts); null once the reply was ended. */
    workerId: integer("worker_id"),
    createdAt: createdAt(),
  },
  (t) => [
    index("messages_session").on(t.sessionId, t.sequence),
    index("messages_agent").on(t.agentId),
    index("messages_versions").on(t.versionGroup).where(sql`${t.versionGroup} is not null`),
    index("messages_reply_to").on(t.replyTo),
    index("messages_kept").on(t.agentId).where(sql`${t.isKept}`),
    index("messages_audio").on(t.agentId, t.audioBytes).where(sql`${t.audioBytes} is not null`),
    // One reply at a time in a chat, across all instances.
    uniqueIndex("messages_one_answering").on(t.sessionId).where(sql`${t.status} = 'answering'`),
  ],
);

/** What a chat shows, lists, finds and tells a model: whoever reads messages of a chat asks for these. */
export const inView = sql`${messages.asideWith} is null`;

/**
 * The words are those of the askings' messages, and go with them: a trigger of migration 0013 deletes a question whose
 * last asking is gone.
 */
export const openQuestions = pgTable(
  "open_questions",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** When the owner put it aside: it is not shown again, however often it is asked. */
    putAsideAt: moment("put_aside_at"),
    /** The diary question whose answer closed it. It is open again when that is undone. */
    answeredBy: uuid("answered_by").references(() => diaryQuestions.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [index("open_questions_agent").on(t.agentId)],
);

export const openQuestionAskings = pgTable(
  "open_question_askings",
  {
    messageId: uuid("message_id")
      .primaryKey()
      .references(() => messages.id, { onDelete: "cascade" }),
    openQuestionId: uuid("open_question_id")
      .notNull()
      .references(() => openQuestions.id, { onDelete: "cascade" }),
    /** The question with the one that it goes on with, where it can't be read alone. */
    wholeQuestion: text("whole_question"),
  },
  (t) => [index("open_question_askings_question").on(t.openQuestionId)],
);

/**
 * With a user, what that person told the pet, which nobody else sees; without one, what holds of the pet. Of what was declined
 * or forgotten only the fingerprint stays.
 */
export const memories = pgTable(
  "memories",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["person", "preference", "event", "place", "correction", "shared"] }).notNull(),
    /** Empty where it was declined or forgotten. */
    text: text("text").notNull(),
    /** Of a month or a year, its first day. */
    happenedOn: date("happened_on", { mode: "string" }),
    precision: text("precision", { enum: ["day", "month", "year"] }),
    status: text("status", { enum: ["pending", "active", "superseded", "declined"] }).notNull(),
    isMuted: boolean("is_muted").notNull().default(false),
    supersedes: uuid("supersedes").references((): AnyPgColumn => memories.id, { onDelete: "set null" }),
    approvedBy: uuid("approved_by").references(() => users.id, { onDelete: "set null" }),
    approvedAt: moment("approved_at"),
    lastUsedAt: moment("last_used_at"),
    /** Keyed digests of its content words, one for each. */
    fingerprint: text("fingerprint").array().notNull(),
    /** Of the text, by the embedding model of that name: 32-bit floats, little-endian. */
    vectorModel: text("vector_model"),
    vector: bytes("vector"),
    toldAt: moment("told_at").notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    index("memories_store").on(t.agentId, t.userId, t.status),
    index("memories_user").on(t.userId),
    check("memories_forgotten", sql`${t.status} <> 'declined' or (${t.text} = '' and ${t.vector} is null)`),
  ],
);

/**
 * What somebody of the family gave a pet. While it waits it is that person's alone; once kept it says whose the answer or memory
 * is, as long as that stands in these words.
 */
export const contributions = pgTable(
  "contributions",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** Null where an archive brought it. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** As the archive named them. */
    authorName: text("author_name"),
    kind: text("kind", { enum: ["answer", "memory"] }).notNull(),
    /** Of an answer; null once the question is deleted. */
    questionId: uuid("question_id").references(() => diaryQuestions.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    happenedOn: date("happened_on", { mode: "string" }),
    precision: text("precision", { enum: ["day", "month", "year"] }),
    /** What it became; it waits while it is neither. */
    answerId: uuid("answer_id").references(() => diaryAnswers.id, { onDelete: "cascade" }),
    memoryId: uuid("memory_id").references(() => memories.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    index("contributions_agent").on(t.agentId),
    index("contributions_user").on(t.userId),
    index("contributions_question").on(t.questionId),
    index("contributions_answer").on(t.answerId),
    index("contributions_memory").on(t.memoryId),
    check("contributions_one_author", sql`num_nonnulls(${t.userId}, ${t.authorName}) = 1`),
    check("contributions_kept", sql`num_nonnulls(${t.answerId}, ${t.memoryId}) <= 1`),
  ],
);

/** In a table of its own, so that it goes with its message. */
export const memoryQuotes = pgTable(
  "memory_quotes",
  {
    memoryId: uuid("memory_id")
      .primaryKey()
      .references(() => memories.id, { onDelete: "cascade" }),
    messageId: uuid("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    language: text("language").notNull(),
  },
  (t) => [index("memory_quotes_message").on(t.messageId)],
);

/** Of a pet's life; on a diary answer, on a memory of the pet, or alone. The files are named by the id (features/photos). */
export const photos = pgTable(
  "photos",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** Null once the account is deleted. */
    addedBy: uuid("added_by").references(() => users.id, { onDelete: "set null" }),
    caption: text("caption").notNull(),
    takenOn: date("taken_on", { mode: "string" }),
    /** In pixels, of the larger of its two sizes. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Of both sizes. */
    bytes: integer("bytes").notNull(),
    diaryAnswerId: uuid("diary_answer_id").references(() => diaryAnswers.id, { onDelete: "set null" }),
    memoryId: uuid("memory_id").references(() => memories.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    index("photos_agent").on(t.agentId, t.createdAt),
    index("photos_added_by").on(t.addedBy),
    index("photos_diary_answer").on(t.diaryAnswerId),
    index("photos_memory").on(t.memoryId),
    check("photos_one_place", sql`num_nonnulls(${t.diaryAnswerId}, ${t.memoryId}) <= 1`),
  ],
);

/** Which replies were taken from a memory. */
export const recalledMemories = pgTable(
  "recalled_memories",
  {
    messageId: uuid("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    memoryId: uuid("memory_id")
      .notNull()
      .references(() => memories.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.memoryId] }), index("recalled_memories_memory").on(t.memoryId)],
);

/** Of a reply, whose question said that the reply before it was wrong: the diary answer that may be changed, and what to. */
export const offeredCorrections = pgTable(
  "offered_corrections",
  {
    messageId: uuid("message_id")
      .primaryKey()
      .references(() => messages.id, { onDelete: "cascade" }),
    answerId: uuid("answer_id")
      .notNull()
      .references(() => diaryAnswers.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
  },
  (t) => [index("offered_corrections_answer").on(t.answerId)],
);

export const memoryPauses = pgTable(
  "memory_pauses",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.agentId] }), index("memory_pauses_agent").on(t.agentId)],
);

/** The page in memory of a pet. Anybody who has its address may read it, while it is open and the pet in memory. */
export const memorials = pgTable("memorials", {
  agentId: uuid("agent_id")
    .primaryKey()
    .references(() => agents.id, { onDelete: "cascade" }),
  /** The end of its address: random, and shown to the owner again (decision 126). */
  slug: text("slug").notNull().unique(),
  isOpen: boolean("is_open").notNull().default(false),
  /** A few words of the owner. */
  words: text("words").notNull().default(""),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** What of the pet the owner chose to show there. */
export const memorialPieces = pgTable(
  "memorial_pieces",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => memorials.agentId, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    diaryAnswerId: uuid("diary_answer_id").references(() => diaryAnswers.id, { onDelete: "cascade" }),
    memoryId: uuid("memory_id").references(() => memories.id, { onDelete: "cascade" }),
  },
  (t) => [
    index("memorial_pieces_agent").on(t.agentId, t.position),
    uniqueIndex("memorial_pieces_piece").on(sql`coalesce(${t.diaryAnswerId}, ${t.memoryId})`),
    index("memorial_pieces_answer").on(t.diaryAnswerId),
    index("memorial_pieces_memory").on(t.memoryId),
    check("memorial_pieces_one_piece", sql`num_nonnulls(${t.diaryAnswerId}, ${t.memoryId}) = 1`),
  ],
);

/** What guests without an account wrote. Nobody but those who manage the pet sees one before it is approved. */
export const guestBookEntries = pgTable(
  "guest_book_entries",
  {
    id: id(),
    agentId: uuid("agent_id")
      .notNull()
      .references(() => memorials.agentId, { onDelete: "cascade" }),
    name: text("name").notNull(),
    words: text("words").notNull(),
    /** Null while it waits. */
    approvedAt: moment("approved_at"),
    createdAt: createdAt(),
  },
  (t) => [index("guest_book_entries_agent").on(t.agentId, t.createdAt, t.id)],
);

/** How a pet's book is arranged. */
export const books = pgTable("books", {
  agentId: uuid("agent_id")
    .primaryKey()
    .references(() => agents.id, { onDelete: "cascade" }),
  arrangement: jsonb("arrangement").$type<BookArrangement>().notNull(),
  updatedAt: updatedAt(),
});

/** The last PDF of a pet's book that somebody had made for themselves. */
export const bookPdfs = pgTable(
  "book_pdfs",
  {
    agentId: uuid("agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    status: text("status", { enum: ["waiting", "pages", "storing", "done", "failed"] }).notNull(),
    failure: text("failure").$type<PdfFailure>(),
    /** The book as it was when it was asked for; null once the PDF is made. */
    sheet: jsonb("sheet").$type<BookSheet>(),
    pages: integer("pages"),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.userId] }), index("book_pdfs_user").on(t.userId)],
);

export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
  description: text("description"),
  updatedAt: updatedAt(),
  updatedBy: uuid("updated_by").references(() => users.id, { onDelete: "set null" }),
});

/** The day is that of the user's time zone. */
export const usageDaily = pgTable(
  "usage_daily",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    messages: integer("messages").notNull().default(0),
    promptTokens: bigint("prompt_tokens", { mode: "number" }).notNull().default(0),
    replyTokens: bigint("reply_tokens", { mode: "number" }).notNull().default(0),
    /** Spoken by the synthesizer. */
    characters: bigint("characters", { mode: "number" }).notNull().default(0),
    /** Of recognized recordings, each rounded up. */
    seconds: bigint("seconds", { mode: "number" }).notNull().default(0),
    /** Documents, photos and spoken replies, as last measured on that day; null where they were not. */
    storedBytes: bigint("stored_bytes", { mode: "number" }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] }), index("usage_daily_day").on(t.day)],
);

/** Null, or no row: no limit. */
export const roleLimits = pgTable("role_limits", {
  roleId: uuid("role_id")
    .primaryKey()
    .references(() => roles.id, { onDelete: "cascade" }),
  messages: bigint("messages", { mode: "number" }),
  tokens: bigint("tokens", { mode: "number" }),
  characters: bigint("characters", { mode: "number" }),
  seconds: bigint("seconds", { mode: "number" }),
});

/** Without foreign keys, because an entry stays when what it names is deleted. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    actorId: uuid("actor_id"),
    actorName: text("actor_name"),
    action: text("action").notNull(),
    targetKind: text("target_kind"),
    targetId: text("target_id"),
    targetName: text("target_name"),
    ip: text("ip"),
    details: jsonb("details").$type<Record<string, unknown>>().notNull().default({}),
    /** The people whose chats were looked at, so that they can see it. */
    aboutUsers: uuid("about_users").array(),
  },
  (t) => [
    index("audit_log_at").on(t.at),
    index("audit_log_about_users").using("gin", t.aboutUsers).where(sql`${t.aboutUsers} is not null`),
  ],
);

/**
 * In the columns (and their order) that rate-limiter-flexible writes. Keys are digests, so nobody's address can be read
 * here.
 */
export const rateLimits = pgTable("rate_limits", {
  key: varchar("key", { length: 255 }).primaryKey(),
  points: integer("points").notNull().default(0),
  /** The end of the window, in milliseconds since 1970. */
  expire: bigint("expire", { mode: "number" }),
});
