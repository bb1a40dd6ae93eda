import type { Db } from "#server/db/client.ts";
import type { FileStore } from "#server/providers/files/files.ts";
import { stillTakenFrom } from "../knowledge/knowledge.ts";
import { audioKey, textOfSentences } from "../spoken-replies/spoken-replies.ts";
import * as queries from "./cut-queries.ts";

/**
 * Takes from the reply to a question of a chat what its listener did not hear, and what belongs to it: the whole clip, which says
 * more than the text then, the choices at its end, and the sources of which the rest was taken. Help in an emergency stays.
 * @param heard so many spoken sentences stay; a reply of which none stays is deleted, as if it was stopped before a word
 */
export async function cutReplyTo(
  { db, files }: { db: Db; files: FileStore },
  { sessionId, messageId, heard }: { sessionId: string; messageId: string; heard: number },
): Promise<void> {
  const reply = await queries.findReplyTo(db, { sessionId, messageId });
  if (reply === null) return;
  const { id, agentId, content, help, sources, pet } = reply;
  const said = textOfSentences(content, pet.language, heard);
  const kept = help !== null && said.length < help.length ? help : said;
  if (content.slice(kept.length).trim() === "") return;
  if (kept === "") {
    await queries.deleteReply(db, id);
  } else {
    const still = sources && (await stillTakenFrom(pet, kept, sources));
    // An empty list would say that the pet made it up.
    const isLost = sources !== null && sources.length > 0 && still?.length === 0;
    await queries.cutReply(db, id, { content: kept, sources: isLost ? null : still });
  }
  await files.delete(audioKey(agentId, id));
}
