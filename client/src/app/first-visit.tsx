import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { getOpening } from "#shared/api/opening.ts";
import { testVoice } from "#shared/api/voice.ts";
import { limits } from "#shared/limits.ts";
import { hasPermission } from "#shared/permissions.ts";
import { clipState, playClip, stopClip } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { useUser } from "@/domain/session/session.ts";
import { FirstPet } from "@/features/agents/first-pet.tsx";
import type { PetList } from "@/features/agents/pet-rights.ts";
import { ThreeQuestions } from "@/features/diary/three-questions.tsx";
import { useUploads } from "@/features/documents/use-uploads.ts";
import { call } from "@/lib/api.ts";
import { bottomBar } from "@/lib/bottom-bar.ts";
import { useSetupForm } from "./use-setup-form.ts";

/** What is typed is the draft of the new pet, so the setup has it too. */
export function FirstVisit({ list, onChat }: { list: PetList; onChat: () => void }) {
  const user = useUser();
  const uploads = useUploads();
  const [isAsking, setAsking] = useState(false);
  const setup = useSetupForm({
    user,
    list,
    pet: null,
    uploads,
    onChat: (created) => {
      onChat();
      void sayGreeting(created);
    },
  });
  const { form, isCreating } = setup;
  const turnTo = (next: boolean) => {
    setAsking(next);
    scrollTo({ top: 0 });
  };
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-5 p-4 pb-10 sm:p-8">
      {isAsking ? (
        <>
          <QuestionsHeading name={form.name.trim()} />
          <ThreeQuestions
            language={form.language}
            drafts={setup.draft.answers}
            onDraft={setup.changeAnswer}
            disabled={isCreating}
          />
          <div
            ref={bottomBar}
            className="sticky bottom-0 z-20 -mx-4 flex flex-wrap gap-3 bg-surface/95 px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur"
          >
            <Button variant="outline" size="lg" disabled={isCreating} onClick={() => turnTo(false)}>
              {t`Back`}
            </Button>
            <Button size="lg" className="flex-1" busy={isCreating} onClick={setup.save}>
              {isCreating ? t`Creating Pet...` : t`Meet ${{ name: form.name.trim() || t`your pet` }}`}
            </Button>
          </div>
        </>
      ) : (
        <FirstPet
          form={form}
          errors={setup.errors}
          onChange={setup.changeFields}
          disabled={isCreating}
          onNext={hasPermission(user, "manage_diary") ? () => turnTo(true) : setup.save}
        />
      )}
      <p className="text-center text-ink-muted">
        <Trans>
          Documents, a birthday and more:{" "}
          <Link href="/app?tab=setup" className="font-bold text-secondary underline underline-offset-4">
            all settings
          </Link>
        </Trans>
      </p>
    </div>
  );
}

/** Takes the focus, so that a screen reader reads what this screen is about. */
function QuestionsHeading({ name }: { name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className="flex flex-col gap-1">
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
        {t`Three things about ${{ name: name || t`your pet` }}`}
      </h1>
      <p className="text-ink-muted">{t`Pick the questions that you like. The others can wait.`}</p>
    </header>
  );
}

async function sayGreeting(pet: Agent): Promise<void> {
  const opening = await call(getOpening, { params: { id: pet.id } }).catch(() => null);
  if (opening?.greeting) await sayAloud({ text: opening.greeting, voiceName: pet.voiceName, title: pet.name });
}

interface Sentence {
  text: string;
  voiceName: string;
  title: string;
}

/** Never rejects, because the text also stands on the screen. */
async function sayAloud({ text, voiceName, title }: Sentence): Promise<void> {
  try {
    const spoken = text.slice(0, limits.testVoiceText).toWellFormed();
    const { audioUrl } = await call(testVoice, { body: { text: spoken, voiceName } });
    const outcome = await playClip({ url: audioUrl, title });
    if (outcome === "blocked" && clipState(audioUrl) === "blocked") stopClip();
  } catch {
    // There is no voice, or it has spoken enough for today.
  }
}
