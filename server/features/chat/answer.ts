import type { ChatEvent, Question } from "../../../shared/api/chat.ts";
import type { UsableAgent } from "../agents/access.ts";
import { createEventQueue } from "./event-queue.ts";
import { type ChatDeps, makeReply } from "./make-reply.ts";
import { openQuestion } from "./open-question.ts";
import { createReplyAudio, silent } from "./reply-audio.ts";
import { runningReplies } from "./running-replies.ts";

export interface Asking {
  user: { id: string; firstName: string };
  agent: UsableAgent;
  question: Question;
}

/**
 * Answers a question: session, user_message_saved, content…, then complete or error. The question is stored before the
 * model is asked, the reply once, at its end. The reader has no part in it: the reply is made and stored as well when
 * nobody reads, or reads slowly (D21).
 * @throws HttpError before the first event, for what is refused
 */
export async function* answer(deps: ChatDeps, { user, agent, question }: Asking): AsyncGenerator<ChatEvent, void> {
  const opened = await openQuestion(deps.db, { userId: user.id, agentId: agent.id }, question);
  const events = createEventQueue<ChatEvent>(joinContent);
  events.push({ type: "session", sessionId: opened.sessionId });
  events.push({ type: "user_message_saved", messageId: opened.questionId });

  const controller = new AbortController();
  const audio = question.generateAudio ? createReplyAudio(deps, agent, controller.signal) : silent;
  const making = makeReply(deps, { user, agent, opened, controller }, (content) => {
    events.push({ type: "content", content });
    audio.say(content);
  });
  const settled = making
    .then(async (end) => {
      const isSpoken = end.type === "complete" && !end.stopped && end.messageId !== null;
      events.push(isSpoken ? { ...end, audioUrl: await audio.store(end.messageId ?? "") } : end);
      events.end();
    })
    .catch(events.fail);
  runningReplies.add({ sessionId: opened.sessionId, agentId: agent.id, userId: user.id, controller, settled });
  yield* events.read();
}

function joinContent(first: ChatEvent, second: ChatEvent): ChatEvent | null {
  if (first.type !== "content" || second.type !== "content") return null;
  return { type: "content", content: first.content + second.content };
}
