export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function textsIn(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const isText = (field: [string, unknown]): field is [string, string] => typeof field[1] === "string";
  return Object.fromEntries(Object.entries(value).filter(isText));
}
