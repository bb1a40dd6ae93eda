import type { CurrentUser } from "#server/platform/http/access.ts";
import type { ReplyClock } from "#server/platform/observe/clock.ts";
import { createEventQueue, joinContent } from "#server/platform/threads/event-queue.ts";
import { voicesOfReply } from "#server/voice/speech/with-fallback.ts";
import type { ChatEvent, Question } from "#shared/api/chat.ts";
import { refuseAtRest, type UsableAgent } from "../agents/access.ts";
import { offerCorrection } from "../corrections/corrections.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import { readTellable, remembering } from "../memory/memory.ts";
import { runningReplies } from "../replies/replies.ts";
import { createReplyAudio, silentAudio } from "../spoken-replies/spoken-replies.ts";
import { meteredSpeech } from "../usage/service.ts";
import { type ChatDeps, makeReply } from "./make-reply.ts";
import { storeQuestion } from "./store-question.ts";

export interface AnswerRequest {
  user: CurrentUser;
  agent: UsableAgent;
  question: Question;
  /** Whether the reader hears each sentence of a spoken reply while it is made; without it, not before the end. */
  soundInStream?: boolean;
}

/**
 * Stores a question and answers it with these events: `session`, `user_message_saved`, `help` in an emergency, `loading` where the model is loaded first, `content`, `speech` and
 * `sound` (any number), `choices` where the reply offers some, then `complete` or `error`. The question is stored when this
 * resolves, the reply at its end, also when nobody reads the events, or reads them slowly (D21).
 * @throws HttpError where the question is refused
 */
export async function answer(deps: ChatDeps, request: AnswerRequest): Promise<AsyncIterable<ChatEvent>> {
  const { user, agent } = request;
  refuseAtRest(agent);
  const clock = deps.clock.startReply(user.id);
  // Asked for while the question is stored, as it may come from another server.
  const vector = questionVector(deps, request.question.message, agent.embeddedModel);
  const tellable = readTellable(deps.db, { agentId: agent.id, userId: user.id });
  const asker = { userId: user.id, agentId: agent.id, workerId: deps.instances.workerId, pet: agent };
  const stored = await storeQuestion(deps, asker, request.question);
  const { sessionId, questionId, content, turns, before } = stored;
  const events = createEventQueue<ChatEvent>(joinContent);
  events.push({ type: "session", sessionId });
  events.push({ type: "user_message_saved", messageId: questionId });

  const controller = new AbortController();
  const { signal } = controller;
  // Where the daily limit of speech is reached, the reply has text only; where it is reached meanwhile, this reply is still
  // spoken to its end.
  const isSpoken = request.question.generateAudio && stored.maySpeak;
  const speech = voicesOfReply(
    deps,
    (err) => deps.log.warn({ agent: agent.id, err }, "a voice failed: the next one speaks the rest of the reply"),
    (voice) => meteredSpeech(voice, deps.usage, user.id),
  );
  const listener = request.soundInStream ? sentenceListener(events.push, clock) : undefined;
  const audio = isSpoken ? createReplyAudio({ ...deps, speech }, { agent, signal, listener }) : silentAudio;
  const tell = async () => {
    // Where the browser is now; the account may have been made at home.
    const here = { ...user, timeZone: request.question.timeZone ?? user.timeZone };
    const talk = await remembering(deps, {
      user: here,
      agent,
      questionId,
      content,
      vector,
      isTemporary: before.isTemporary,
      tellable,
    });
    const offers = async (messageId: string) => {
      const isNever = before.isTemporary || talk.isHelped();
      const correction = isNever ? null : await offerCorrection(deps, { user, agent, messageId, content, turns });
      const remembered = await talk.end(messageId, { isOfDiary: correction !== null });
      return correction === null ? remembered : { ...remembered, correction };
    };
    const onLoading = () => events.push({ type: "loading" });
    const { memories, order } = talk;
    const question = { user: here, agent, content, turns, before, memories, order, clock, signal, onLoading };
    for await (const event of makeReply(deps, question, { stored, vector, controller })) {
      talk.hear(event);
      if (event.type === "content") audio.say(event.content);
      const isLast = event.type === "complete" || event.type === "error";
      if (isLast) clock.reached("end");
      if (event.type === "complete" && !event.stopped && event.messageId !== null)
        events.push({ ...event, ...(await offers(event.messageId)), audioUrl: await audio.store(event.messageId) });
      else events.push(event);
      if (isLast) events.end();
    }
  };
  const settled = tell().catch(events.fail);
  runningReplies.add({ questionId, sessionId, agentId: agent.id, userId: user.id, controller, settled });
  return events.read();
}

/** Tells of the sentences of a spoken reply as they are made. */
function sentenceListener(tell: (event: ChatEvent) => void, clock: ReplyClock) {
  let index = 0;
  return {
    begin() {
      tell({ type: "speech", index });
      index += 1;
    },
    sound(mp3: Uint8Array) {
      clock.reached("first audio");
      tell({ type: "sound", mp3: Buffer.from(mp3).toString("base64"), last: false });
    },
    end: () => tell({ type: "sound", mp3: "", last: true }),
  };
}
