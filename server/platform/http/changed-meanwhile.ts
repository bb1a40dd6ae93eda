import type { EditedFrom } from "#shared/api/common.ts";
import { HttpError } from "./errors.ts";

/** For a locked row. Throws HttpError 409 with the present values. */
export function refuseIfChanged(before: EditedFrom, current: object, wanted: object): void {
  const [now, mine] = [new Map(Object.entries(current)), new Map(Object.entries(wanted))];
  const changed = Object.entries(before ?? {}).filter(
    ([name, value]) =>
      now.has(name) && mine.has(name) && !isSame(now.get(name), value) && !isSame(now.get(name), mine.get(name)),
  );
  if (changed.length === 0) return;
  throw new HttpError(409, CHANGED_MEANWHILE, "This was changed meanwhile, in another tab or by somebody else.", {
    current: Object.fromEntries(changed.map(([name]) => [name, now.get(name) ?? null])),
    fields: Object.fromEntries(changed.map(([name]) => [name, `${nowIs(now.get(name))} Save again to replace it.`])),
  });
}

const CHANGED_MEANWHILE = "changed_meanwhile";

const nowIs = (value: unknown): string =>
  textOf(value) === "" ? "This was emptied meanwhile." : `Meanwhile this became “${textOf(value)}”.`;

const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);
const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value ?? "").trim());
