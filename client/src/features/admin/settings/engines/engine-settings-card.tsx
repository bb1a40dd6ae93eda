import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type EngineDraft,
  getEngineSettings,
  putEngineSettings,
  type ShownEngineSettings,
} from "#shared/api/admin/settings/engine-settings.ts";
import { Button } from "@/components/ui/button.tsx";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/keys.ts";
import { QueryContent } from "@/features/admin/resource-list.tsx";
import { call, changedMeanwhile } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { ModelServerSettings } from "./model-server-settings.tsx";
import { KeySetting, SettingField } from "./setting-fields.tsx";
import { TestDrafts } from "./test-drafts.tsx";
import { type EngineForm, useEngineForm } from "./use-engine-form.ts";

/** Other engines than the built-in ones, for administrators; they are used at once, by every instance. */
export function EngineSettingsCard() {
  const query = useQuery({
    queryKey: keys.engineSettings,
    queryFn: () => call(getEngineSettings, {}),
    staleTime: 0,
  });
  return (
    <AdminCard
      title="Engine Settings"
      description="They are used as soon as they are saved. What the environment sets is shown, and can't be changed here."
    >
      <QueryContent query={query} what="The settings of the engines">
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
      toast({ title: "Engines updated" });
    },
    onError: (error) => {
      form.refused(error);
      // It stands beside its field now: saved again, it is replaced.
      setBefore({ ...before, ...changedMeanwhile(error) });
      toastError("Failed to update the engines", error, "Please check your connection and try again.");
    },
  });
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
      <ModelServerSettings form={form} shown={shown} />
      <SpeechSettings form={form} shown={shown} />
      <Button type="submit" busy={isPending} className="sm:self-start">
        {isPending ? "Saving..." : "Save Engines"}
      </Button>
    </form>
  );
}

function SpeechSettings({ form, shown }: { form: EngineForm; shown: ShownEngineSettings }) {
  const field = { form, shown };
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-bold text-lg">Azure Speech</legend>
      <SettingField
        {...field}
        name="speechRegion"
        label="Region"
        placeholder="None"
        hint="Such as westeurope; for neural voices and recognition by Azure."
      />
      <SettingField
        {...field}
        name="speechHost"
        label="Address of a container"
        placeholder="None"
        hint="In place of a region, for a speech container of your own, such as ws://127.0.0.1:5000."
      />
      <KeySetting {...field} name="speechKey" label="Key of Azure Speech" />
      <TestDrafts form={form} engines={{ speech: "voice" }} />
    </fieldset>
  );
}
