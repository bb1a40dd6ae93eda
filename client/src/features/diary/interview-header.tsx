import { LogOut, Volume2, VolumeX } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Progress } from "@/components/ui/loading.tsx";
import type { Interview } from "./interview.ts";
import { countAnswered } from "./questions.ts";
import type { InterviewerVoice } from "./use-interviewer-voice.ts";

type InterviewHeaderProps = { titleId: string; interview: Interview; voice: InterviewerVoice; onExit: () => void };

/** Shows the interviewer and the progress, with buttons to turn off the voice and to leave. */
export function InterviewHeader({ titleId, interview, voice, onExit }: InterviewHeaderProps) {
  const ofDiary = interview.questions.filter(({ isOpen }) => !isOpen);
  const answered = countAnswered(ofDiary, interview.answered);
  const total = ofDiary.length;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 pt-3 pb-2">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center max-[25rem]:hidden rounded-full bg-primary-soft font-display text-primary text-xl"
      >
        W
      </span>
      <div className="min-w-0 flex-1 max-[16rem]:basis-full">
        <h2 id={titleId} className="text-xl">
          Diary interview
        </h2>
        <p className="text-ink-muted text-sm">{`${answered} of ${total} answered`}</p>
      </div>
      <div className="flex">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Will's voice"
          aria-pressed={voice.isOn}
          title={voice.isOn ? "Turn Will's voice off" : "Turn Will's voice on"}
          onClick={voice.toggle}
        >
          {voice.isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        </Button>
        <Button variant="ghost" onClick={onExit}>
          <LogOut aria-hidden="true" />
          <span className="max-[20rem]:sr-only">Exit</span>
        </Button>
      </div>
      <Progress
        className="h-1.5 basis-full"
        value={total === 0 ? 100 : (100 * answered) / total}
        aria-label={`${answered} of ${total} questions answered`}
      />
    </header>
  );
}
