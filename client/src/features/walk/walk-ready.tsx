import { t } from "@lingui/core/macro";
import { useId } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { useDeviceSetting } from "@/lib/device-setting.ts";
import type { Elements } from "@/lib/elements.ts";
import { languageName } from "@/lib/screen-locale.ts";
import { SpeakerCheck } from "./speaker-check.tsx";
import { WalkOptions } from "./walk-options.tsx";
import { talkOver } from "./walk-settings.ts";
import { nothingListens } from "./walk-trouble.ts";

type WalkReadyProps = { agent: Agent; canListen: boolean; children: Elements };

const card = "flex flex-col gap-3 rounded-card border border-line bg-surface-raised p-4";

/**
 * The screen before a walk: the start (`children`), what is spoken and how loud, and the settings. What a browser can't do is
 * told where it matters: by the speaker's check, and on the walk.
 */
export function WalkReady({ agent, canListen, children }: WalkReadyProps) {
  const [over] = useDeviceSetting(talkOver);
  const { name } = agent;
  const titleId = useId();
  const language = languageName(agent.language);
  return (
    <div className="flex w-full max-w-md flex-col gap-5">
      <p className="text-balance text-center text-lg">
        {over === "on"
          ? t`Talk without touching anything: ${name} listens, answers aloud, and listens again. To interrupt, just talk. Keep this page in view.`
          : t`Talk without touching anything: ${name} listens, answers aloud, and listens again. While ${name} speaks, the microphone is off. Keep this page in view.`}
      </p>
      {!canListen && (
        <Notice tone="warning" title={nothingListens.title}>
          {nothingListens.advice}
        </Notice>
      )}
      {children}
      <section aria-labelledby={titleId} className={card}>
        <h3 id={titleId} className="text-lg">
          {t`Language and volume`}
        </h3>
        <dl className="flex flex-col gap-2">
          <Fact name={t`Language`}>{language}</Fact>
          <Fact name={t`Volume`}>{t`By your device's buttons`}</Fact>
        </dl>
        <SpeakerCheck agent={agent} />
      </section>
      <Collapsible className={card}>
        <h3 className="text-lg">
          <CollapsibleTrigger>{t`More settings`}</CollapsibleTrigger>
        </h3>
        <CollapsibleContent>
          <WalkOptions />
        </CollapsibleContent>
      </Collapsible>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="font-bold">{name}</dt>
    <dd className="text-ink-muted">{children}</dd>
  </div>
);
