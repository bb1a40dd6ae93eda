import { createEventQueue, joinContent } from "#server/event-queue.ts";
import type { ChatEvent, Question } from "#shared/api/chat.ts";
import type { UsableAgent } from "../agents/access.ts";
import { helpFor } from "../emergency/emergency.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import { noteQuestion } from "../open-questions/service.ts";
import { runningReplies } from "../replies/replies.ts";
import { createReplyAudio, silent } from "../spoken-replies/spoken-replies.ts";
import { meteredSpeech } from "../usage/service.ts";
import { endReplaced } from "./end-replaced.ts";
import { type ChatDeps, closeFailed, makeReply } from "./make-reply.ts";
import { type Asked, prepareReply } from "./prepare-reply.ts";
import { storeQuestion } from "./store-question.ts";
import { type ToldSentences, tellSentences } from "./tell-sentences.ts";
import { wholeQuestion } from "./whole-question.ts";

export interface Asking {
  user: Asked["user"];
  agent: UsableAgent;
  question: Question;
  /** How the reader hears each sentence of a spoken reply as soon as it can be heard; without it, not before the end. */
  sentences?: ToldSentences;
}

/**
 * Stores a question and answers it with these events: session, user_message_saved, content, speech and sound (any number), then
 * complete or error. Where the question tells of an emergency, `help` comes before the content, which begins with the same text; where
 * the reply asks the person to choose, `choices` comes after the content. The
 * question is stored when this resolves, before the model is asked, and the reply once, at its end. The reply is made and stored also when
 * nobody reads the events, or reads them slowly (D21).
 * @throws HttpError where the question is refused
 */
export async function answer(deps: ChatDeps, asking: Asking): Promise<AsyncIterable<ChatEvent>> {
  const { user, agent, question } = asking;
  const clock = deps.startClock(user.id);
  // Asked at once, as it may come from another server.
  const vector = questionVector(deps, question.message, agent.embeddedModel);
  const asked = { userId: user.id, agentId: agent.id, workerId: deps.instances.workerId };
  const stored = await storeQuestion(deps, asked, question);
  void endReplaced(deps, agent.id, stored.replaced);
  const help = await helpFor(stored.content, agent.language).catch(async (error: unknown) => {
    await closeFailed(deps, stored);
    throw error;
  });
  const events = createEventQueue<ChatEvent>(joinContent);
  events.push({ type: "session", sessionId: stored.sessionId });
  events.push({ type: "user_message_saved", messageId: stored.questionId });

  const controller = new AbortController();
  const speech = meteredSpeech(deps.speech, deps.usage, user.id);
  // Where the daily limit of speech is reached, the reply has text only; where it is reached meanwhile, this reply is still
  // spoken to its end.
  const isSpoken = question.generateAudio && stored.maySpeak;
  const onSentence = asking.sentences && tellSentences(events.push, asking.sentences);
  const onSound = () => clock.reached("first audio");
  const { signal } = controller;
  const speaking = { userId: user.id, sessionId: stored.sessionId, agent, signal, onSentence, onSound };
  const audio = isSpoken ? createReplyAudio({ ...deps, speech }, speaking) : silent;
  if (help?.text) events.push({ type: "help", text: help.text });
  const prepared = prepareReply(deps, { clock, user, agent, said: stored, help, vector });
  const making = makeReply(deps, { clock, user, stored, prepared, help, controller }, (content) => {
    events.push({ type: "content", content });
    audio.say(content);
  });
  const settled = making
    .then(async ({ choices = [], unanswered = null, ...end }) => {
      if (choices.length > 0) events.push({ type: "choices", choices: [...choices] });
      const isKept = end.type === "complete" && !end.stopped && end.messageId !== null;
      clock.reached("end");
      events.push(isKept ? { ...end, audioUrl: await audio.store(end.messageId ?? "") } : end);
      events.end();
      if (unanswered !== null) {
        const { turns, ...asked } = unanswered;
        await noteQuestion(deps, agent, { ...asked, whole: await wholeQuestion(agent, asked.question, turns) });
      }
    })
    .catch(events.fail)
    .finally(audio.over);
  const { sessionId, questionId } = stored;
  runningReplies.add({ questionId, sessionId, agentId: agent.id, userId: user.id, controller, settled });
  return events.read();
}
