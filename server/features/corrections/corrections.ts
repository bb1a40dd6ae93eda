import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { correctedAnswer } from "#server/understanding/interview/hear-answer.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import type { OfferedCorrection } from "#shared/api/chat.ts";
import { limits } from "#shared/limits.ts";
import { findKeptPet } from "../agents/access.ts";
import * as queries from "./queries.ts";

interface Correcting {
  user: CurrentUser;
  agent: { id: string; language: string };
  /** Of the reply under which it is offered. */
  messageId: string;
  content: string;
  turns: readonly Turn[];
}

/**
 * Where somebody who keeps the diary says that the reply before was wrong, and how it is right: the change is offered, and
 * nothing is saved. Never rejects: the person has the reply already.
 */
export async function offerCorrection(
  { db, log }: { db: Db; log: Log },
  { user, agent, messageId, content, turns }: Correcting,
): Promise<OfferedCorrection | null> {
  const corrected = toldOtherwise(agent.language, content, turns.at(-1));
  if (corrected === null) return null;
  const offer = async () => {
    if ((await findKeptPet(db, user, agent.id)) === null) return null;
    const same = await queries.findAnswersOf(db, agent.id, corrected.taken.answer);
    const asked = same.filter((one) => localizeQuestion(agent.language, one) === corrected.taken.question);
    const [answer, ...others] = asked.length === 0 ? same : asked;
    if (answer === undefined || others.length > 0) return null;
    await queries.insertCorrection(db, { messageId, answerId: answer.id, text: corrected.text });
    return (await readCorrections(db, user, [messageId])).get(messageId) ?? null;
  };
  return offer().catch((err: unknown) => {
    log.error({ err, message: messageId }, "a change of the diary was not offered");
    return null;
  });
}

/** Null unless the reply was taken from one diary answer alone. */
function toldOtherwise(locale: string, content: string, reply: Turn | undefined) {
  const [taken, ...others] = reply?.sources ?? [];
  if (reply?.role !== "assistant" || taken?.kind !== "diary" || others.length > 0) return null;
  const text = correctedAnswer(content, locale, taken.question);
  return text === null || text === taken.answer || text.length > limits.diaryAnswer ? null : { taken, text };
}

/** By the reply; only of pets whose diary the user keeps. */
async function readCorrections(
  db: Db,
  user: CurrentUser,
  messageIds: readonly string[],
): Promise<Map<string, OfferedCorrection>> {
  const offered = messageIds.length === 0 ? [] : await queries.listCorrections(db, messageIds);
  const [first] = offered;
  // All are of one chat, and so of one pet.
  const pet = first === undefined ? null : await findKeptPet(db, user, first.agentId);
  if (pet === null) return new Map();
  return new Map(
    offered.map(({ messageId, questionId, before, text, key, question }) => [
      messageId,
      { questionId, question: localizeQuestion(pet.language, { key, question }), before, text },
    ]),
  );
}

/** Puts what is offered beside the replies of one chat of the user. */
export async function withCorrections<Reply extends { id: string }>(
  db: Db,
  user: CurrentUser,
  messages: readonly Reply[],
): Promise<(Reply & { correction?: OfferedCorrection })[]> {
  const offered = await readCorrections(
    db,
    user,
    messages.map(({ id }) => id),
  );
  return messages.map((message) => {
    const correction = offered.get(message.id);
    return correction === undefined ? message : { ...message, correction };
  });
}

/** The caller has to check that the reply is in a chat of the user. */
export const declineCorrection = (db: Db, messageId: string): Promise<void> => queries.deleteCorrection(db, messageId);
