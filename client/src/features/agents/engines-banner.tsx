import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { useConfig } from "@/domain/config.ts";
import type { Config } from "../../../../shared/api/config.ts";

const STORAGE_KEY = "engines-banner-dismissed";

/**
 * Tells which engines are embedded ones and which settings replace them (D3). Once dismissed, it stays away on this
 * device.
 */
export function EnginesBanner() {
  const config = useConfig();
  const [dismissed, setDismissed] = useState(wasDismissed);
  const builtIn = config.data === undefined ? [] : builtInEngines(config.data);
  if (dismissed || builtIn.length === 0) return null;
  return (
    <Notice title="Your pet runs on built-in engines">
      <p>They need no account and work offline. For richer answers, connect a language model:</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {builtIn.map(({ part, name, replacement }) => (
          <li key={part}>
            {part}: <strong>{name}</strong>. {replacement}
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          remember();
          setDismissed(true);
        }}
      >
        Got it
      </Button>
    </Notice>
  );
}

function builtInEngines({ engines }: Config) {
  return [
    {
      part: "Answers",
      engine: engines.model,
      replacement: (
        <>
          To replace it, set <code>OPENAI_API_KEY</code>, or <code>OPENAI_BASE_URL</code> for a model of your own.
        </>
      ),
    },
    {
      part: "Voice",
      engine: engines.speech,
      replacement: (
        <>
          For neural voices, set <code>AZURE_SPEECH_KEY</code> and <code>AZURE_SPEECH_REGION</code>.
        </>
      ),
    },
  ]
    .filter(({ engine }) => engine.kind === "embedded")
    .map(({ engine, ...rest }) => ({ ...rest, name: engine.name }));
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === "yes";
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(STORAGE_KEY, "yes");
  } catch {
    // Some private windows allow no storage: the banner then comes back with the next visit.
  }
}
