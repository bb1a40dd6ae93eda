import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import { type DraftedEngine, type EngineDraft, testEngineDraft } from "#shared/api/admin/settings/engine-settings.ts";
import type { EngineTest } from "#shared/api/admin/settings/engines.ts";
import { playClip } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { call, serverMessageOf } from "@/lib/api.ts";
import { bytesOf } from "@/lib/event-stream.ts";
import { numberOf } from "@/lib/formats.ts";
import { toast } from "@/lib/toast.ts";
import type { EngineForm } from "./engine-form.tsx";

interface DraftTest {
  engine: DraftedEngine;
  draft: EngineDraft;
}

/** Tests what is typed now, before it is saved. */
export function TestDrafts({ form, engines }: { form: EngineForm; engines: Partial<Record<DraftedEngine, string>> }) {
  const [tested, setTested] = useState("");
  const [loading, setLoading] = useState<EngineTest | null>(null);
  const { mutate, isPending, variables, data } = useMutation({
    mutationFn: ({ engine, draft }: DraftTest) =>
      untilLoaded(() => call(testEngineDraft, { params: { engine }, body: draft }), setLoading),
    onSuccess: hearTest,
    onSettled: () => setLoading(null),
    onError: (error, { engine }) => {
      form.refused(error);
      reportUntested(engines[engine] ?? engine, error, t`What you typed is still here.`);
    },
  });
  const test = (engine: DraftedEngine, label: string) => {
    const draft = form.draft();
    setTested(label);
    if (draft !== null) mutate({ engine, draft });
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {typedEntries(engines).map(([engine, label]) => (
          <Button
            key={engine}
            variant="outline"
            size="sm"
            busy={isPending && variables.engine === engine}
            disabled={isPending && variables.engine !== engine}
            onClick={() => test(engine, label)}
          >
            {isPending && variables.engine === engine ? t`Testing...` : t`Test ${label}`}
          </Button>
        ))}
      </div>
      <div role="status">
        {isPending && loading !== null && <EngineResult result={loading} />}
        {data !== undefined && !isPending && (
          <>
            <span className="sr-only">{t`Test of ${tested}: `}</span>
            <EngineResult result={data} />
          </>
        )}
      </div>
    </div>
  );
}

/** Lets the administrator hear what was spoken. */
export function hearTest({ sound }: EngineTest): void {
  if (sound === null) return;
  const url = URL.createObjectURL(new Blob([bytesOf(sound)], { type: "audio/mpeg" }));
  void playClip({ url, title: t`Test of the voice` }).finally(() => URL.revokeObjectURL(url));
}

/** While its model is loaded into memory, the same call again waits for what comes of a test. */
export async function untilLoaded(
  test: () => Promise<EngineTest>,
  onLoading: (so: EngineTest) => void,
): Promise<EngineTest> {
  for (;;) {
    const result = await test();
    if (!result.isLoading) return result;
    onLoading(result);
  }
}

/** Says which engine was not tested and why; `kept`: what is as it was. */
export const reportUntested = (engine: string, error: unknown, kept: string) =>
  toast({
    title: t`Not tested: ${engine}`,
    description: `${serverMessageOf(error) ?? t`The server could not be reached. Check your connection and test again.`} ${kept}`,
    variant: "destructive",
  });

const order: readonly DraftedEngine[] = ["model", "embedding", "speech", "transcription"];
const typedEntries = (engines: Partial<Record<DraftedEngine, string>>) =>
  order.flatMap((engine) => {
    const label = engines[engine];
    return label === undefined ? [] : [[engine, label] as const];
  });

export function EngineResult({ result }: { result: EngineTest }) {
  const { works, milliseconds, sentence, sound, isLoading } = result;
  if (isLoading)
    return <span className="font-semibold text-sm leading-6">{t`${sentence} That may take minutes.`}</span>;
  const Icon = works ? CircleCheck : CircleAlert;
  return (
    <span className="flex flex-col items-start gap-1">
      <span className={works ? "flex items-start gap-1.5 text-success" : "flex items-start gap-1.5 text-danger"}>
        <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
        <span className="wrap-anywhere min-w-0 font-semibold text-sm leading-6">
          {works
            ? t`Works after ${{ milliseconds: numberOf(milliseconds) }} ms. ${sentence}`
            : t`Failed after ${{ milliseconds: numberOf(milliseconds) }} ms. ${sentence}`}
        </span>
      </span>
      {sound !== null && (
        <Button variant="outline" size="sm" onClick={() => hearTest(result)}>
          {t`Hear it again`}
        </Button>
      )}
    </span>
  );
}
