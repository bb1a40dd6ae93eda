import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { getSpeakerLink, putSpeakerLink, speakerLink } from "../../../../../../shared/api/settings.ts";
import { AdminCard } from "../../admin-card.tsx";
import { keys } from "../../keys.ts";
import { Loaded } from "../../list-states.tsx";
import { fieldErrorsOf, useDeed } from "../../use-deed.ts";

const LABEL = "Speaker Purchase Link (Amazon)";

export function SpeakerLinkCard() {
  // The one query that is tried twice (specification, section 9).
  const query = useQuery({ queryKey: keys.speakerLink, queryFn: () => call(getSpeakerLink, {}), retry: 1 });
  return (
    <AdminCard title="Application Settings">
      <Loaded query={query} what="The setting">
        {({ setting }) => <SpeakerLink value={setting?.value ?? ""} />}
      </Loaded>
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
          {value || "No link configured"}
        </p>
      </div>
      <Button variant="outline" aria-describedby={labelId} onClick={() => setEditing(true)}>
        Edit Link
      </Button>
    </div>
  );
}

function SpeakerLinkForm({ value, onClose }: { value: string; onClose: () => void }) {
  const client = useQueryClient();
  const [link, setLink] = useState(value);
  const [issue, setIssue] = useState<string>();
  const save = useDeed({
    run: (value: string) => call(putSpeakerLink, { body: { value } }),
    failed: "Update Failed",
    fallback: "Failed to update speaker link. Please try again.",
    outdates: [keys.auditLog],
    onDone: (saved) => {
      client.setQueryData(keys.speakerLink, saved);
      toast({
        title: "Settings Updated",
        description: "Speaker purchase link has been updated successfully.",
      });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = speakerLink.safeParse(link);
    const message = checked.success ? undefined : checked.error.issues[0]?.message;
    setIssue(message);
    if (message !== undefined) toast({ title: "Validation Error", description: message, variant: "destructive" });
    if (checked.success) save.mutate(checked.data);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={LABEL} error={issue ?? fieldErrorsOf(save.error).value}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={link}
          onChange={(event) => setLink(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="outline" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
