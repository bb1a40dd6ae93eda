import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { listServerVoices, type ShownEngineSettings } from "#shared/api/admin/settings/engine-settings.ts";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible.tsx";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";
import { type EngineForm, KeySetting, SettingField } from "./engine-form.tsx";
import { ServerVoices } from "./server-voices.tsx";
import { TestDrafts } from "./test-drafts.tsx";

export function SpeechServerSettings({ form, shown }: { form: EngineForm; shown: ShownEngineSettings }) {
  const field = { form, shown };
  const isSet = form.values.voiceModel.trim() !== "";
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-bold text-lg">{t`Speech server`}</legend>
      <SettingField
        {...field}
        name="voiceModel"
        label={t`Model that speaks`}
        placeholder={t`None`}
        hint={t`Such as tts-1 or kokoro; used where Azure Speech is not set, and where it fails.`}
      />
      <SettingField
        {...field}
        name="voiceBaseUrl"
        label={t`Speech server`}
        placeholder={t`The model server`}
        hint={t`Any with the speech API of OpenAI (Kokoro, Piper and others), such as http://127.0.0.1:8880/v1.`}
      />
      <KeySetting {...field} name="voiceKey" label={t`Key of the speech server`} />
      {isSet && (
        <>
          <TestDrafts form={form} engines={{ speech: "voice" }} />
          <PetVoices {...field} />
        </>
      )}
    </fieldset>
  );
}

/** The server's list is fetched when it is opened. */
function PetVoices({ form, shown }: { form: EngineForm; shown: ShownEngineSettings }) {
  const listing = useMutation({
    mutationFn: (body: NonNullable<ReturnType<EngineForm["draft"]>>) => call(listServerVoices, { body }),
    onError: (error) => {
      form.refused(error);
      toastError(t`The voices could not be listed`, error, t`Please check your connection.`);
    },
  });
  const list = () => {
    const draft = form.draft();
    if (draft !== null) listing.mutate(draft);
  };
  return (
    <Collapsible onOpenChange={(isOpen) => isOpen && list()}>
      <CollapsibleTrigger>
        <span className="font-bold">{t`Which voice speaks for which`}</span>
      </CollapsibleTrigger>
      <CollapsibleContent>
        <ServerVoices form={form} shown={shown} list={listing.data} isListing={listing.isPending} onList={list} />
      </CollapsibleContent>
    </Collapsible>
  );
}
