import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Config } from "#shared/api/config.ts";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { useConfig } from "@/domain/config.ts";
import { deviceSetting, useDeviceSetting } from "@/lib/device-setting.ts";
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
        <span>, or by variables of the environment:</span>
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {missing.map(({ part, replacement }) => (
          <li key={part}>
            <strong>{part}</strong>
            <span>{": "}</span>
            <span>{replacement}</span>
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

function missingEngines({
  model,
  speech,
  transcription,
}: Config["engines"]): { part: string; replacement: ReactNode }[] {
  return [
    {
      part: "A language model, for richer answers",
      isMissing: model.kind === "embedded",
      replacement: (
        <>
          <span>{"set "}</span>
          <code>OPENAI_API_KEY</code>
          <span>{", or "}</span>
          <code>OPENAI_BASE_URL</code>
          <span>{" for a model of your own."}</span>
        </>
      ),
    },
    {
      part: "Neural voices",
      isMissing: speech.kind === "embedded",
      replacement: (
        <>
          <span>{"set "}</span>
          <code>AZURE_SPEECH_KEY</code>
          <span>{" and "}</span>
          <code>AZURE_SPEECH_REGION</code>
          <span>.</span>
        </>
      ),
    },
    {
      part: "Recognition of spoken questions",
      isMissing: transcription === null,
      replacement: (
        <>
          <span>{"set the same "}</span>
          <code>AZURE_SPEECH_</code>
          <span>{" variables, or "}</span>
          <code>OPENAI_API_KEY</code>
          <span>. Until then browsers use their own, where they have one.</span>
        </>
      ),
    },
  ].filter(({ isMissing }) => isMissing);
}
