import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeTimeZone, type MyData, type OwnTimeZone } from "#shared/api/my-data.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { call, serverMessageOf } from "@/lib/api.ts";
import { deviceTimeZone } from "@/lib/device.ts";
import { momentOf } from "@/lib/formats.ts";
import { myDataKey } from "./api.ts";

export function TimeZoneCard({ timeZone: { name, changeableFrom } }: { timeZone: OwnTimeZone }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (timeZone: string) => call(changeTimeZone, { body: { timeZone } }),
    onSuccess: (timeZone) => client.setQueryData<MyData>(myDataKey, (data) => data && { ...data, timeZone }),
    // It may have been changed on another device.
    onError: () => client.invalidateQueries({ queryKey: myDataKey }),
    onSettled: () => setChosen(null),
  });
  const isNew = chosen !== null && chosen !== name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNew && !change.isPending) change.mutate(chosen);
  };
  const error = change.isError
    ? (serverMessageOf(change.error) ?? t`It could not be changed. Check your connection.`)
    : undefined;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`Time zone`}</CardTitle>
        <CardDescription>
          {t`Your day begins at midnight here: for your pet, which knows its birthday, and for what you may use in a day.`}
        </CardDescription>
      </CardHeader>
      <form onSubmit={submit} className="flex flex-col items-start gap-4">
        <Field label={t`Your time zone`} hint={hintOf(changeableFrom)} error={error} className="w-full sm:max-w-md">
          <Select
            value={chosen ?? name ?? ""}
            placeholder={t`Not known (UTC)`}
            options={timeZoneOptions(deviceTimeZone(), name)}
            disabled={changeableFrom !== null}
            onValueChange={(timeZone) => {
              change.reset();
              setChosen(timeZone);
            }}
          />
        </Field>
        {changeableFrom === null && (
          <Button type="submit" variant="secondary" busy={change.isPending} disabled={!isNew}>
            {change.isPending ? t`Changing...` : t`Change time zone`}
          </Button>
        )}
      </form>
    </Card>
  );
}

const hintOf = (changeableFrom: string | null): string =>
  changeableFrom === null
    ? t`It can be changed once a day. What you use today is counted to the end of the day as it began.`
    : t`It was set today. You can change it from ${{ changeableFrom: momentOf(changeableFrom) }} on.`;

/** This device's zone first, then by the names of cities. */
export function timeZoneOptions(device: string, current: string | null): { value: string; label: string }[] {
  const others = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ...(current === null ? [] : [current])]);
  others.delete(device);
  return [
    { value: device, label: t`This device: ${{ device: placeOf(device) }}` },
    ...[...others].map((value) => ({ value, label: placeOf(value) })).sort(byLabel),
  ];
}

/** 'Los Angeles, America': people look for their city. */
const placeOf = (timeZone: string): string => timeZone.replaceAll("_", " ").split("/").reverse().join(", ");

const byLabel = (one: { label: string }, other: { label: string }): number => one.label.localeCompare(other.label);
