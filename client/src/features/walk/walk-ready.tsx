import type { Agent } from "#shared/api/agents.ts";
import { Notice } from "@/components/ui/notice.tsx";
import { useDeviceSetting } from "@/lib/device-setting.ts";
import type { Elements } from "@/lib/elements.ts";
import { SpeakerCheck } from "./speaker-check.tsx";
import { WalkOptions } from "./walk-options.tsx";
import { talkOver } from "./walk-settings.ts";
import { nothingListens } from "./walk-trouble.ts";

type WalkReadyProps = { agent: Agent; canListen: boolean; children: Elements };

/** The screen before a walk: the start (`children`), a check of the speaker, and the settings. */
export function WalkReady({ agent, canListen, children }: WalkReadyProps) {
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
      {children}
      <Card title="The collar speaker">
        <SpeakerCheck agent={agent} />
      </Card>
      <Card title="On this device">
        <WalkOptions />
      </Card>
      <section className="flex flex-col gap-1.5 px-4 text-ink-muted text-sm">
        <h3 className="font-sans text-sm tracking-normal">What a browser can't do</h3>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          <li>
            Choose the speaker: sound goes where your device sends it. On an iPhone, only the system can change that.
          </li>
          <li>Listen with the screen locked: keep this page in view. The screen stays on where the system lets it.</li>
          <li>{`Keep a speaker from being used as a headset. If ${agent.name} sounds like a phone call, switch off calls for it in the Bluetooth settings.`}</li>
        </ul>
      </section>
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
