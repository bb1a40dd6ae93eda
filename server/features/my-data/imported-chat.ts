import { randomUUID } from "node:crypto";
import type { Source } from "../../../shared/api/chat.ts";
import type { ArchivedChat } from "./archive-format.ts";
import { dateOf } from "./imported-pet.ts";

interface Place {
  agentId: string;
  sessionId: string;
  /** New ids of messages, by their ids in the archive; those of this chat are added. */
  messageIds: Map<string, string>;
  /** New ids of documents, by their ids in the archive. */
  documentIds: ReadonlyMap<string, string>;
  /** New ids of replies with stored audio, by the path of the audio in the archive. */
  audio: ReadonlyMap<string, string>;
}

/** The messages of an archived chat as rows with new ids, in their order. */
export function restoredMessages(archived: ArchivedChat["messages"], place: Place) {
  const ids = place.messageIds;
  const spoken = new Set<string>();
  return archived.map(({ id: formerId, role, content, help, status, replyTo, sources, choices, audio, createdAt }) => {
    const audioId = audio === null || role === "user" || spoken.has(audio) ? undefined : place.audio.get(audio);
    if (audio !== null && audioId !== undefined) spoken.add(audio);
    const id = audioId ?? randomUUID();
    const question = replyTo === null ? undefined : ids.get(replyTo);
    ids.set(formerId, id);
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
      sources: sources?.map((source) => renamed(source, place.documentIds)) ?? null,
      choices: choices ?? null,
      audioUrl: audioId === undefined ? null : `/api/messages/${id}/audio`,
      createdAt: dateOf(createdAt),
    };
  });
}

const renamed = (source: Source, ids: ReadonlyMap<string, string>): Source =>
  source.kind === "document" ? { ...source, documentId: ids.get(source.documentId) ?? source.documentId } : source;
