import { randomUUID } from "node:crypto";
import { z } from "zod";
import { toStorable } from "#server/platform/http/gate.ts";
import { inSlices, type SlicedWork } from "#server/platform/threads/slices.ts";
import type { Source } from "#shared/api/chat.ts";
import { limits } from "#shared/limits.ts";
import { type ArchivedChat, archivedChat, archivedMessage } from "./archive-format.ts";
import type { StoredAudio } from "./imported-files.ts";
import { dateOf } from "./imported-pet.ts";
import { type Archive, otherForm } from "./read-archive.ts";

interface Place {
  agentId: string;
  sessionId: string;
  messageIds: Map<string, string>;
  documentIds: ReadonlyMap<string, string>;
  memoryIds: ReadonlyMap<string, string>;
  audio: Map<string, StoredAudio>;
}

const uncheckedChat = archivedChat.extend({ messages: z.array(z.unknown()).max(limits.archive.messagesPerChat) });

/** The check ends with the first bad message. Throws HttpError 400, 413. */
export async function readChat(archive: Archive, path: string): Promise<ArchivedChat> {
  const { messages, ...chat } = await archive.readRawJson(path, uncheckedChat);
  return { ...toStorable(chat), messages: await inSlices(checkMessages(messages, path)) };
}

const SLICE = 500;

export function* checkMessages(messages: readonly unknown[], path: string): SlicedWork<ArchivedChat["messages"]> {
  const good: ArchivedChat["messages"] = [];
  let since = 0;
  for (const message of messages) {
    const result = archivedMessage.safeParse(message);
    if (!result.success) throw otherForm(path);
    good.push(toStorable(result.data));
    since += 1 + (result.data.sources?.length ?? 0);
    if (since < SLICE) continue;
    since = 0;
    yield;
  }
  return good;
}

export function restoredMessages(archived: ArchivedChat["messages"], place: Place) {
  const ids = place.messageIds;
  return archived.map(({ id: formerId, status, replyTo, sources, audio, createdAt, ...message }) => {
    const { role, content, help, choices, mark, isKept, versionGroup, asideWith } = message;
    const stored = audio === null || role === "user" ? undefined : place.audio.get(audio);
    if (audio !== null && stored !== undefined) place.audio.delete(audio);
    const id = stored?.messageId ?? randomUUID();
    const question = replyTo === null ? undefined : ids.get(replyTo);
    ids.set(formerId, id);
    // Named after its first version, which may be gone.
    if (versionGroup && !ids.has(versionGroup)) ids.set(versionGroup, randomUUID());
    return {
      id,
      agentId: place.agentId,
      sessionId: place.sessionId,
      role,
      content,
      help: help ?? null,
      // The server that was answering it never will.
      status: status === "answering" ? ("failed" as const) : status,
      replyTo: question ?? null,
      versionGroup: ids.get(versionGroup ?? "") ?? null,
      asideWith: ids.get(asideWith ?? "") ?? null,
      sources: sources?.map((source) => renamed(source, place)) ?? null,
      choices: choices ?? null,
      mark: mark ?? null,
      isKept: role === "assistant" && isKept === true,
      audioUrl: stored === undefined ? null : `/api/messages/${id}/audio`,
      audioBytes: stored?.bytes ?? null,
      createdAt: dateOf(createdAt),
    };
  });
}

function renamed(source: Source, { documentIds, memoryIds }: Pick<Place, "documentIds" | "memoryIds">): Source {
  if (source.kind === "memory") return { ...source, memoryId: memoryIds.get(source.memoryId) ?? source.memoryId };
  if (source.kind === "diary") return source;
  return { ...source, documentId: documentIds.get(source.documentId) ?? source.documentId };
}
