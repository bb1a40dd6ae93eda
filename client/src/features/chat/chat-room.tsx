import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { Agent } from "#shared/api/agents.ts";
import type { Choice, Message } from "#shared/api/chat.ts";
import { useShowVersion } from "@/domain/chats/version-switch.tsx";
import type { DiaryEntry } from "@/domain/diary/diary.ts";
import { EntryDialog } from "@/domain/diary/entry-dialog.tsx";
import { type ActivePet, clearActivePet } from "@/domain/pets/active-pet.ts";
import { useKeyboardInset } from "@/lib/device.ts";
import { useDeviceSetting } from "@/lib/device-setting.ts";
import { useStableCallback } from "@/lib/use-stable-callback.ts";
import { ChatHeader } from "./chat-header.tsx";
import { isBusy, replyKey } from "./chat-stream.ts";
import { Composer } from "./composer.tsx";
import { MessageList } from "./message-list.tsx";
import { PetPanel } from "./pet-panel.tsx";
import { ReplyAnnouncer } from "./reply-announcer.tsx";
import { TemporaryBar, useNextChat } from "./temporary-chat.tsx";
import { isAnsweredElsewhere, type Line, timeline } from "./timeline.ts";
import { type Question, useChatStream } from "./use-chat-stream.ts";
import { useDraft } from "./use-draft.ts";
import { useEditing } from "./use-editing.ts";
import { useMessages } from "./use-messages.ts";
import { useReplyAudio } from "./use-reply-audio.ts";
import { useTeaching } from "./use-teaching.ts";
import { useWaitingQuestion } from "./use-waiting-question.ts";
import { readAloud, speakAtOnce } from "./voice-menu.tsx";

type ChatRoomProps = {
  agent: Agent;
  sessionId: string;
  isTemporary: boolean;
  /** Another chat with this pet: the server opened it, or the person goes on with it. */
  onSession: (sessionId: string) => void;
  /** Left out where the screen can't change its pet. */
  onPet?: ((chat: ActivePet) => void) | undefined;
  onSetup: () => void;
  onWalk: () => void;
  /** Walk mode covers it. */
  isCovered: boolean;
};

export function ChatRoom({
  agent,
  sessionId,
  isTemporary,
  onSession,
  onPet,
  onSetup,
  onWalk,
  isCovered,
}: ChatRoomProps) {
  const [isAloud] = useDeviceSetting(readAloud);
  const [isAtOnce] = useDeviceSetting(speakAtOnce);
  const [draft, setDraft] = useDraft(sessionId);
  const audio = useReplyAudio(agent, sessionId);
  useKeyboardInset();

  const editing = useEditing({ sessionId, draft, onDraft: setDraft });
  const { stream, ask, leave, stop, isStopping } = useChatStream({
    agentId: agent.id,
    sessionId,
    generateAudio: isAloud,
    soundInStream: isAloud && isAtOnce,
    onSession,
    onSpeech: audio.sentence,
    onComplete: audio.complete,
    onBrokenOff: audio.breakOff,
    onUnsent: useStableCallback((question: Question, error: unknown) => {
      editing.go(question.edits);
      waiting.takeBack(question, error);
    }),
  });
  const { query, messages, older } = useMessages(sessionId, {
    poll: (stored) => isAnsweredElsewhere(stored, stream),
    isCovered,
  });
  const lines = useMemo(() => timeline(messages, stream), [messages, stream]);
  const isPending = isBusy(stream) || isAnsweredElsewhere(messages, stream);
  const next = useNextChat(agent.id, isTemporary && lines.length > 0);

  const send = (question: Question) => {
    audio.hush();
    editing.go(undefined);
    if (isAloud && isAtOnce) audio.begin(replyKey(stream.turns + 1));
    void ask(question);
  };
  const waiting = useWaitingQuestion({ sessionId, draft, onDraft: setDraft, isPending, send });
  const retry = useStableCallback((question: Message) => send({ text: question.content, retryMessageId: question.id }));
  const edit = useStableCallback(editing.begin);
  const version = useStableCallback(useShowVersion(sessionId, leave));
  const teaching = useTeaching(agent);
  const teach = useStableCallback(teaching.teach);
  const askThis = useStableCallback((text: string) => send({ text }));
  const pick = useStableCallback((choice: Choice) => send({ text: choice.label, isPicked: true }));

  return (
    // It makes room for a toast within itself, so it takes back the room that a page leaves below it.
    <div className="mb-[calc(-1*var(--toast,0px))] flex h-[calc(100dvh-var(--header,4rem)-var(--keyboard,0px))] min-w-0">
      <section aria-label={t`Chat with ${{ name: agent.name }}`} className="flex min-w-0 flex-1 flex-col">
        <ChatHeader
          agent={agent}
          hasMessages={lines.length > 0}
          isOpening={next.isOpening}
          onNewChat={next.start}
          onHome={() => {
            clearActivePet();
            onSetup();
          }}
          onSetup={onSetup}
          onMute={audio.hush}
          onWalk={() => {
            audio.hush();
            onWalk();
          }}
        />
        {isTemporary && <TemporaryBar next={next} />}
        <MessageList
          agent={agent}
          sessionId={sessionId}
          isTemporary={isTemporary}
          lines={lines}
          turns={stream.turns}
          query={query}
          older={older}
          onAsk={askThis}
          onRetry={retry}
          onPlay={audio.play}
          onPick={pick}
          onEdit={edit}
          onVersion={version}
          teaches={teaching.teaches}
          onTeach={teach}
          onNewChat={next.open}
          onSession={onSession}
          onPet={onPet}
        />
        <TeachingDialog agent={agent} entry={teaching.entry} onClose={teaching.close} />
        <ReplyAnnouncer name={agent.name} stream={stream} isPending={isPending} />
        {agent.atRest ? (
          <p role="status" className="border-line border-t bg-surface-raised p-4 text-center text-ink-muted">
            {t`${{ name: agent.name }} has been put to rest. What was told stays here to read.`}
          </p>
        ) : (
          <Composer
            key={sessionId}
            agent={agent}
            sessionId={sessionId}
            draft={draft}
            onDraft={setDraft}
            isPending={isPending}
            isStopping={isStopping}
            hasMessages={lines.length > 0}
            onSend={(question) =>
              waiting.send({ ...question, ...(editing.questionId && { edits: editing.questionId }) })
            }
            isEditing={editing.questionId !== undefined}
            onCancelEdit={editing.cancel}
            onEditLast={lastEditable(lines, edit)}
            isWaiting={waiting.isWaiting}
            onStop={() => {
              audio.hush();
              stop();
            }}
            onListen={audio.hush}
          />
        )}
      </section>
      <PetAside agent={agent} onSetup={onSetup} />
    </div>
  );
}

const PetAside = ({ agent, onSetup }: Pick<ChatRoomProps, "agent" | "onSetup">) => (
  <aside
    aria-label={t`About ${{ name: agent.name }}`}
    className="hidden w-72 xl:w-80 shrink-0 overflow-y-auto border-line border-s bg-surface-raised p-6 lg:block"
  >
    <PetPanel agent={agent} onSetup={onSetup} />
  </aside>
);

function TeachingDialog({ agent, entry, onClose }: { agent: Agent; entry: DiaryEntry | null; onClose: () => void }) {
  if (entry === null) return null;
  return (
    <EntryDialog agentId={agent.id} petName={agent.name} title={t`Add to the diary`} entry={entry} onClose={onClose} />
  );
}

function lastEditable(lines: readonly Line[], edit: (question: Message) => void): (() => void) | undefined {
  const last = lines.findLast((line) => line.kind === "message" && line.canEdit);
  return last?.kind === "message" ? () => edit(last.message) : undefined;
}
