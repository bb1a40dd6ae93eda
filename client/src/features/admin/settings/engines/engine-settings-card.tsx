import { plural, t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type EngineDraft,
  getEngineSettings,
  listEngineModels,
  putEngineSettings,
  type ShownEngineSettings,
} from "#shared/api/admin/settings/engine-settings.ts";
import { Button } from "@/components/ui/button.tsx";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { QueryContent } from "@/features/admin/resource-list.tsx";
import { call, changedMeanwhile } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import {
  type EngineForm,
  KeySetting,
  ModelSetting,
  SettingField,
  SwitchSetting,
  useEngineForm,
} from "./engine-form.tsx";
import { LocalModels } from "./local-models.tsx";
import { purposeOf } from "./model-kinds.ts";
import { SpeechServerSettings } from "./speech-server-settings.tsx";
import { TestDrafts } from "./test-drafts.tsx";

const engineSettingsQuery = {
  queryKey: keys.engineSettings,
  queryFn: () => call(getEngineSettings, {}),
  staleTime: 0,
};

export function EngineSettingsCard() {
  const query = useQuery(engineSettingsQuery);
  return (
    <AdminCard
      title={t`Engine Settings`}
      description={t`They are used as soon as they are saved. What the environment sets is shown, and can't be changed here.`}
    >
      <QueryContent query={query} what={t`The settings of the engines`}>
        {(shown) => <EngineSettingsForm shown={shown} />}
      </QueryContent>
    </AdminCard>
  );
}

function EngineSettingsForm({ shown }: { shown: ShownEngineSettings }) {
  const client = useQueryClient();
  const form = useEngineForm(shown);
  const [before, setBefore] = useState(shown.settings);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: EngineDraft) => call(putEngineSettings, { body: { ...body, before } }),
    onSuccess: (now) => {
      client.setQueryData(keys.engineSettings, now);
      for (const queryKey of [["/api/config"], keys.auditLog]) void client.invalidateQueries({ queryKey });
      setBefore(now.settings);
      form.saved(now);
      toast({ title: t`Engines updated` });
    },
    onError: (error) => {
      form.refused(error);
      // The other save is shown beside its field now: saved again, it is replaced.
      setBefore({ ...before, ...changedMeanwhile(error) });
      toastError(t`Failed to update the engines`, error, t`Please check your connection and try again.`);
    },
  });
  /** What was typed elsewhere stays. */
  const readAgain = async () => {
    for (const queryKey of [["/api/config"], keys.auditLog]) void client.invalidateQueries({ queryKey });
    const now = await client.fetchQuery(engineSettingsQuery);
    setBefore(now.settings);
    for (const field of ["baseUrl", "model", "embeddingModel"] as const) form.set(field, now.settings[field] ?? "");
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        const draft = form.draft();
        if (draft !== null && !isPending) mutate(draft);
      }}
    >
      <ModelServerSettings form={form} shown={shown} onUsed={() => void readAgain()} />
      <SpeechServerSettings form={form} shown={shown} />
      <AzureSettings form={form} shown={shown} />
      <Button type="submit" busy={isPending} className="sm:self-start">
        {isPending ? t`Saving...` : t`Save Engines`}
      </Button>
    </form>
  );
}

function AzureSettings({ form, shown }: SettingsProps) {
  const field = { form, shown };
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-bold text-lg">{t`Azure Speech`}</legend>
      <SettingField
        {...field}
        name="speechRegion"
        label={t`Region`}
        placeholder={t`None`}
        hint={t`Such as westeurope; for neural voices and recognition by Azure.`}
      />
      <SettingField
        {...field}
        name="speechHost"
        label={t`Address of a container`}
        placeholder={t`None`}
        hint={t`In place of a region, for a speech container of your own, such as ws://127.0.0.1:5000.`}
      />
      <KeySetting {...field} name="speechKey" label={t`Key of Azure Speech`} />
      <TestDrafts form={form} engines={{ speech: "voice" }} />
    </fieldset>
  );
}

type SettingsProps = { form: EngineForm; shown: ShownEngineSettings };

function ModelServerSettings({ form, shown, onUsed }: SettingsProps & { onUsed: () => void }) {
  const take = ({ baseUrl, models }: { baseUrl: string; models: readonly string[] }) => {
    form.set("baseUrl", baseUrl);
    const first = models.find((model) => purposeOf(model) === "chat");
    if (form.values.model.trim() === "") form.set("model", first ?? "");
  };
  const listing = useMutation({
    mutationFn: ({ baseUrl, apiKey }: ReturnType<typeof serverOf>) =>
      call(listEngineModels, { body: { baseUrl, apiKey } }),
    onError: (error) => {
      form.refused(error);
      toastError(t`The models could not be listed`, error, t`Please check your connection.`);
    },
  });
  const list = () => {
    const draft = form.draft();
    if (draft !== null) listing.mutate(serverOf(draft));
  };
  const models = listing.data?.models ?? [];
  const field = { form, shown };
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-bold text-lg">{t`Language model`}</legend>
      {!shown.fixed.includes("baseUrl") && <LocalModels onServer={take} onUsed={onUsed} />}
      <SettingField
        {...field}
        name="baseUrl"
        label={t`Model server`}
        placeholder={t`OpenAI`}
        hint={t`Any server that speaks the OpenAI API, such as http://127.0.0.1:11434/v1. Leave it empty for OpenAI itself.`}
      />

      <KeySetting {...field} name="apiKey" label={t`Key of the model server`} />
      <div className="flex flex-col items-start gap-2">
        <Button variant="outline" size="sm" busy={listing.isPending} onClick={list}>
          {listing.isPending ? t`Listing...` : t`List its models`}
        </Button>
        <p role="status" className="text-ink-muted text-sm">
          {listing.data !== undefined && !listing.isPending && (listing.data.problem ?? countOf(models.length))}
        </p>
      </div>
      <ModelSetting
        {...field}
        name="model"
        label={t`Model`}
        purpose="chat"
        models={models}
        empty={form.values.baseUrl.trim() === "" ? shown.defaults.model : t`Which one?`}
      />
      <ModelSetting
        {...field}
        name="embeddingModel"
        label={t`Embedding model`}
        purpose="embeddings"
        models={models}
        empty={t`None`}
        hint={t`Finds what is meant where the words differ.`}
      />
      <ModelSetting
        {...field}
        name="transcriptionModel"
        label={t`Model for speech recognition`}
        purpose="speech"
        models={models}
        empty={shown.defaults.transcriptionModel}
        hint={t`Used where Azure Speech is not set.`}
      />
      <SwitchSetting
        {...field}
        name="recognitionInPauses"
        label={t`Recognize in pauses`}
        hint={t`What was said so far is recognized in each pause, so that the reply comes sooner. That is up to three calls more for what is said at once: switch it off where each call costs too much.`}
      />
      <TestDrafts
        form={form}
        engines={{
          model: "model",
          ...(form.values.embeddingModel.trim() !== "" && { embedding: "embeddings" }),
          transcription: "recognition",
        }}
      />
    </fieldset>
  );
}

const serverOf = <Draft extends { baseUrl: string | null; apiKey?: string | null | undefined }>(draft: Draft) => ({
  baseUrl: draft.baseUrl,
  apiKey: draft.apiKey,
});

const countOf = (count: number) =>
  plural(count, { one: "One model to choose from.", other: "# models to choose from." });
