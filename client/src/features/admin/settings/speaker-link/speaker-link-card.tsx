import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { newSpeakerLink, putSpeakerLink } from "#shared/api/settings.ts";
import { Button } from "@/components/ui/button.tsx";
import { speakerLinkKey, useSpeakerLinkSetting } from "@/domain/speaker-link.ts";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { TextField, useAdminForm } from "@/features/admin/form-dialog.tsx";
import { QueryContent } from "@/features/admin/resource-list.tsx";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";

const LABEL = t`Speaker Purchase Link (Amazon)`;

export function SpeakerLinkCard() {
  const query = useSpeakerLinkSetting();
  return (
    <AdminCard title={t`Application Settings`}>
      <QueryContent query={query} what={t`The setting`} failure={t`Failed to fetch setting`}>
        {({ setting }) => <SpeakerLink value={setting?.value ?? ""} />}
      </QueryContent>
    </AdminCard>
  );
}

function SpeakerLink({ value }: { value: string }) {
  const labelId = useId();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <SpeakerLinkForm value={value} onClose={() => setEditing(false)} />;
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
        <p id={labelId} className="font-bold text-sm">
          {LABEL}
        </p>
        <p className="wrap-anywhere flex min-h-11 items-center rounded-control bg-surface-sunken px-3.5 py-2 text-ink-muted">
          {value === "" ? t`No link configured` : <bdi>{value}</bdi>}
        </p>
      </div>
      <Button variant="outline" aria-describedby={labelId} onClick={() => setEditing(true)}>
        {t`Edit Link`}
      </Button>
    </div>
  );
}

function SpeakerLinkForm({ value, onClose }: { value: string; onClose: () => void }) {
  const client = useQueryClient();
  const form = useAdminForm({
    schema: newSpeakerLink,
    defaultValues: { value },
    editing: { value },
    mutationFn: (body) => call(putSpeakerLink, { body }),
    errorTitle: t`Update Failed`,
    errorFallback: t`Failed to update speaker link. Please try again.`,
    invalidates: [keys.auditLog],
    onSuccess: (saved) => {
      client.setQueryData(speakerLinkKey, saved);
      toast({
        title: t`Settings Updated`,
        description: t`Speaker purchase link has been updated successfully.`,
      });
      onClose();
    },
    onInvalid: (errors) =>
      toast({ title: t`Validation Error`, description: errors.value?.message, variant: "destructive" }),
  });
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <TextField form={form} name="value" label={LABEL} type="url" inputMode="url" spellCheck={false} autoFocus />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isPending}>
          {t`Save`}
        </Button>
        <Button variant="outline" disabled={form.isPending} onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
