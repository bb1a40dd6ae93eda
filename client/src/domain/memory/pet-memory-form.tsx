import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { EventDate } from "#shared/api/memory.ts";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { MemoryEditor } from "./memory-editor.tsx";

type WrittenMemory = { text: string; date: EventDate | null };
type PetMemoryFormProps = {
  memory: WrittenMemory;
  label?: string;
  saveLabel?: string;
  cancelLabel?: string;
  autoFocus?: boolean;
  isBusy: boolean;
  onSave: (memory: WrittenMemory) => void;
  onCancel: () => void;
};

/** A memory of the pet's life, with a date as exact as it is known: the year, the month, or the day. */
export function PetMemoryForm({
  memory,
  label = t`What happened, as your pet would tell it`,
  isBusy,
  onSave,
  ...editor
}: PetMemoryFormProps) {
  const [parts, setParts] = useState(() => partsOf(memory.date));
  const { date, problem } = dateFrom(parts);
  const change = (part: Partial<DateParts>) => setParts((before) => ({ ...before, ...part }));
  return (
    <MemoryEditor
      text={memory.text}
      label={label}
      isBusy={isBusy}
      isWrong={problem !== undefined}
      onSave={(text) => onSave({ text, date })}
      {...editor}
    >
      <fieldset disabled={isBusy} className="flex flex-col gap-1">
        <legend className="pb-1 text-ink-muted text-sm">{t`When it was, if you know; the year is enough.`}</legend>
        <div className="flex flex-wrap gap-2">
          <Field label={t`Year`} className="w-20">
            <Input
              inputMode="numeric"
              maxLength={4}
              value={parts.year}
              onChange={({ target }) => change({ year: target.value.trim() })}
            />
          </Field>
          <Field label={t`Month`} className="w-36">
            <Select value={parts.month} options={months} onValueChange={(month) => change({ month })} />
          </Field>
          <Field label={t`Day`} className="w-16">
            <Input
              inputMode="numeric"
              maxLength={2}
              value={parts.day}
              onChange={({ target }) => change({ day: target.value.trim() })}
            />
          </Field>
        </div>
        <p role="status" className="font-semibold text-danger text-sm empty:hidden">
          {problem}
        </p>
      </fieldset>
    </MemoryEditor>
  );
}

interface DateParts {
  year: string;
  month: string;
  day: string;
}

const NO_MONTH = "0";

const monthName = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
const months = [
  { value: NO_MONTH, label: t`Not known` },
  ...Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: monthName.format(Date.UTC(2000, at)) })),
];

function partsOf(date: EventDate | null): DateParts {
  if (date === null) return { year: "", month: NO_MONTH, day: "" };
  const [year = "", month = "", day = ""] = date.on.split("-");
  const { precision } = date;
  return {
    year,
    month: precision === "year" ? NO_MONTH : String(Number(month)),
    day: precision === "day" ? String(Number(day)) : "",
  };
}

function dateFrom({ year, month, day }: DateParts): { date: EventDate | null; problem?: string } {
  const hasMonth = month !== NO_MONTH;
  if (year === "" && !hasMonth && day === "") return { date: null };
  const wrong = (problem: string) => ({ date: null, problem });
  if (!/^(?:19|20)\d\d$/.test(year)) return wrong(t`Please give the year, such as 2021.`);
  if (day !== "" && !hasMonth) return wrong(t`Please choose the month too.`);
  const at = new Date(Date.UTC(Number(year), hasMonth ? Number(month) - 1 : 0, Number(day === "" ? 1 : day)));
  const isDay = /^\d*$/.test(day) && (day === "" || at.getUTCDate() === Number(day));
  if (!isDay) return wrong(t`There is no such day.`);
  if (at.getTime() > Date.now()) return wrong(t`That day is still to come.`);
  return { date: { on: at.toISOString().slice(0, 10), precision: day !== "" ? "day" : hasMonth ? "month" : "year" } };
}
