import { Link } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import type { Config } from "#shared/api/config.ts";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { useConfig } from "@/domain/config.ts";
import { deviceSetting, useDeviceSetting } from "@/lib/device-setting.ts";
import { dayOf, longDateOf } from "@/lib/formats.ts";
import type { PetList, PetRights } from "./pet-rights.ts";

export function AccessNotice({ rights }: { rights: PetRights }) {
  switch (rights.notice) {
    case "limited":
      return (
        <Notice tone="warning" title="Limited access">
          {`You can create and edit pets: name, avatar, language${rights.diary ? ", voice and diary" : " and voice"}. Changing the system prompt and uploading files requires admin permissions.`}
        </Notice>
      );
    case "read-only":
      return (
        <Notice title="Read-only">
          {`You can look at pets and chat with them, but not change them. ${rights.diary ? "Their diaries are yours to write." : "Ask your administrator if you need to."}`}
        </Notice>
      );
    case "shared":
      return <Notice title="Read-only">This pet was shared with you. Only its owner can change it.</Notice>;
    case null:
      return null;
  }
}

export function PetLimitNotice({ list }: { list: PetList }) {
  if (list.isAdmin) {
    return list.agents.length > 0 ? <Notice tone="success">Admin: You can create unlimited pets</Notice> : null;
  }
  if (list.agentsCreatedByUser === 0) return null;
  return (
    <Notice>You have created your pet. To create another, please sign up for a new account for your other pet.</Notice>
  );
}

const toldChange = deviceSetting("engine-change-told", (stored) => stored ?? "");
const MONTH_MS = 30 * 86_400_000;

/** Tells owners once that their pet speaks in another way than they know it. */
export function EngineChange({ pet }: { pet: Pick<Agent, "name" | "createdAt"> }) {
  const config = useConfig();
  const [told, tell] = useDeviceSetting(toldChange);
  if (config.data === undefined) return null;
  const { engines, changed } = config.data;
  const isNews = (since: string | null): since is string =>
    since !== null && since > told && since > pet.createdAt && Date.now() - Date.parse(since) < MONTH_MS;
  const how = engines.model.kind === "embedded" ? "answers from its diary alone" : "speaks with another model";
  const news = [
    { since: changed.model, how },
    { since: changed.voice, how: "speaks with another voice" },
  ].flatMap(({ since, how }) => (isNews(since) ? [{ since, how }] : []));
  const last = news
    .map(({ since }) => since)
    .sort()
    .at(-1);
  if (last === undefined) return null;
  return (
    <Notice title={news.map(({ since, how }) => `${pet.name} ${how} since ${sinceDay(since)}`).join(", and ")}>
      <p>What it knows is the same: its diary and documents have not changed.</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={() => tell(last)}>
        Got it
      </Button>
    </Notice>
  );
}

const sinceDay = (iso: string): string => (dayOf(iso) === new Date().toDateString() ? "today" : longDateOf(iso));

const dismissed = deviceSetting("engines-banner-dismissed", (stored) => (stored === "yes" ? "yes" : "no"));

/** An administrator is told what connects the missing engines (D3), an owner what it means. */
export function EnginesBanner({ isAdmin }: { isAdmin: boolean }) {
  const config = useConfig();
  const [isDismissed, dismiss] = useDeviceSetting(dismissed);
  if (config.data === undefined) return null;
  if (!isAdmin) return <OwnersLine engines={config.data.engines} />;
  const missing = missingEngines(config.data.engines);
  if (isDismissed === "yes" || missing.length === 0) return null;
  return (
    <Notice title={missing.length === 1 ? "One engine is not connected yet" : "Some engines are not connected yet"}>
      <p>
        <span>{"Everything works without them, offline and without an account. Connect them in "}</span>
        <Link href="/admin?tab=settings&part=engines" className="font-bold text-secondary underline underline-offset-4">
          Settings
        </Link>
        <span>:</span>
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
        {missing.map(({ part, remedy }) => (
          <li key={part}>
            <strong>{part}</strong>
            <span>{`: ${remedy}`}</span>
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="mt-3" onClick={() => dismiss("yes")}>
        Got it
      </Button>
    </Notice>
  );
}

function OwnersLine({ engines: { model, speech } }: Pick<Config, "engines">) {
  const words = model.kind === "embedded" ? "answers with your own words from its diary and documents" : null;
  const voice = speech.kind === "embedded" ? "speaks with a simple voice" : null;
  if (words === null && voice === null) return null;
  return (
    <p className="text-ink-muted">{`For now your pet ${[words, voice].filter((part) => part !== null).join(", and ")}.`}</p>
  );
}

function missingEngines({ model, speech, transcription }: Config["engines"]): { part: string; remedy: string }[] {
  return [
    {
      part: "A language model, for richer answers",
      isMissing: model.kind === "embedded",
      remedy: "look for a free one on this machine, or enter a key.",
    },
    {
      part: "Neural voices",
      isMissing: speech.kind === "embedded",
      remedy: "enter a speech server, or a key of Azure Speech.",
    },
    {
      part: "Recognition of spoken questions",
      isMissing: transcription === null,
      remedy: "enter a key; until then browsers use their own, where they have one.",
    },
  ].filter(({ isMissing }) => isMissing);
}
