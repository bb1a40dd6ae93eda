/** In the reader's time zone; null for no valid day. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

export const lastDayOf = (expiresAt: string): Date => new Date(new Date(expiresAt).getTime() - 1);

/** The last day as the value of a date field, such as '2026-05-04'. */
export function dayOf(expiresAt: string): string {
  const day = lastDayOf(expiresAt);
  const part = (number: number, length: number) => String(number).padStart(length, "0");
  return `${part(day.getFullYear(), 4)}-${part(day.getMonth() + 1, 2)}-${part(day.getDate(), 2)}`;
}
