import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
        <Notice tone="warning" title={t`Limited access`}>
          {rights.diary
            ? t`You can create and edit pets: name, avatar, language, voice and diary. Changing the system prompt and uploading files requires admin permissions.`
            : t`You can create and edit pets: name, avatar, language and voice. Changing the system prompt and uploading files requires admin permissions.`}
        </Notice>
      );
    case "read-only":
      return (
        <Notice title={t`Read-only`}>
          {rights.diary
            ? t`You can look at pets and chat with them, but not change them. Their diaries are yours to write.`
            : t`You can look at pets and chat with them, but not change them. Ask your administrator if you need to.`}
        </Notice>
      );
    case "shared":
      return <Notice title={t`Read-only`}>{t`This pet was shared with you. Only its owner can change it.`}</Notice>;
    case null:
      return null;
  }
}

export function PetLimitNotice({ list }: { list: PetList }) {
  if (list.isAdmin) {
    return list.agents.length > 0 ? <Notice tone="success">{t`Admin: You can create unlimited pets`}</Notice> : null;
  }
  if (list.agentsCreatedByUser === 0) return null;
  return (
    <Notice>{t`You have created your pet. To create another, please sign up for a new account for your other pet.`}</Notice>
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
  const model = isNews(changed.model) ? changed.model : null;
  const voice = isNews(changed.voice) ? changed.voice : null;
  const last = [model, voice]
    .filter((since) => since !== null)
    .sort()
    .at(-1);
  if (last === undefined) return null;
  const { name } = pet;
  const sentences = [
    model !== null &&
      (engines.model.kind === "embedded"
        ? t`${name} answers from its diary alone since ${{ day: sinceDay(model) }}`
        : t`${name} speaks with another model since ${{ day: sinceDay(model) }}`),
    voice !== null && t`${name} speaks with another voice since ${{ day: sinceDay(voice) }}`,
  ].filter((sentence) => sentence !== false);
  return (
    <Notice title={sentences.join(t`, and `)}>
      <p>{t`What it knows is the same: its diary and documents have not changed.`}</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={() => tell(last)}>
        {t`Got it`}
      </Button>
    </Notice>
  );
}

const sinceDay = (iso: string): string => (dayOf(iso) === new Date().toDateString() ? t`today` : longDateOf(iso));

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
    <Notice title={missing.length === 1 ? t`One engine is not connected yet` : t`Some engines are not connected yet`}>
      <p>
        <Trans>
          Everything works without them, offline and without an account. Connect them in{" "}
          <Link
            href="/admin?tab=settings&part=engines"
            className="font-bold text-secondary underline underline-offset-4"
          >
            Settings
          </Link>
          :
        </Trans>
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
        {t`Got it`}
      </Button>
    </Notice>
  );
}

function OwnersLine({ engines: { model, speech } }: Pick<Config, "engines">) {
  const speaks = speech.kind === "embedded";
  if (model.kind !== "embedded" && !speaks) return null;
  return <p className="text-ink-muted">{sentence()}</p>;

  function sentence(): string {
    if (model.kind !== "embedded") return t`For now your pet speaks with a simple voice.`;
    return speaks
      ? t`For now your pet answers with your own words from its diary and documents, and speaks with a simple voice.`
      : t`For now your pet answers with your own words from its diary and documents.`;
  }
}

function missingEngines({ model, speech, transcription }: Config["engines"]): { part: string; remedy: string }[] {
  return [
    {
      part: t`A language model, for richer answers`,
      isMissing: model.kind === "embedded",
      remedy: t`look for a free one on this machine, or enter a key.`,
    },
    {
      part: t`Neural voices`,
      isMissing: speech.kind === "embedded",
      remedy: t`enter a speech server, or a key of Azure Speech.`,
    },
    {
      part: t`Recognition of spoken questions`,
      isMissing: transcription === null,
      remedy: t`enter a key; until then browsers use their own, where they have one.`,
    },
  ].filter(({ isMissing }) => isMissing);
}
