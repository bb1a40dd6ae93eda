import type { Agent } from "#shared/api/agents.ts";
import { Notice } from "@/components/ui/notice.tsx";
import { useDeviceSetting } from "@/lib/device-setting.ts";
import type { Elements } from "@/lib/elements.ts";
import { SpeakerCheck } from "./speaker-check.tsx";
import { WalkOptions } from "./walk-options.tsx";
import { talkOver } from "./walk-settings.ts";
import { nothingListens } from "./walk-trouble.ts";

type WalkReadyProps = { agent: Agent; canListen: boolean };

/** The screen before a walk: advice, a check of the speaker, and the settings. */
export function WalkReady({ agent, canListen }: WalkReadyProps) {
  const [over] = useDeviceSetting(talkOver);
  return (
    <div className="flex w-full max-w-md flex-col gap-5">
      <p className="text-balance text-center text-lg">
        {`Talk without touching anything: ${agent.name} listens, answers aloud, and listens again. ${over === "on" ? "To interrupt, just talk." : `While ${agent.name} speaks, the microphone is off.`}`}
      </p>
      {!canListen && (
        <Notice tone="warning" title={nothingListens.title}>
          {nothingListens.advice}
        </Notice>
      )}
      <Card title="The collar speaker">
        <SpeakerCheck agent={agent} />
      </Card>
      <Card title="On this device">
        <WalkOptions />
      </Card>
      <Card title="What a browser can't do">
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
          <li>
            Choose the speaker: sound goes where your device sends it. On an iPhone, only the system can change that.
          </li>
          <li>Listen with the screen locked: keep this page in view. The screen stays on where the system lets it.</li>
          <li>{`Keep a speaker from being used as a headset. If ${agent.name} sounds like a phone call, switch off calls for it in the Bluetooth settings.`}</li>
        </ul>
      </Card>
    </div>
  );
}

function Card({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-surface-raised p-4">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  );
}
