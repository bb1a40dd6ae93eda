/** A code is valid through its last day, on the calendar of whoever set it: it expires as the next one begins. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

export const lastDayOf = (expiresAt: string): Date => new Date(new Date(expiresAt).getTime() - 1);

/** In the form of a date field. */
export function dayOf(expiresAt: string): string {
  const day = lastDayOf(expiresAt);
  const part = (number: number, length: number) => String(number).padStart(length, "0");
  return `${part(day.getFullYear(), 4)}-${part(day.getMonth() + 1, 2)}-${part(day.getDate(), 2)}`;
}
