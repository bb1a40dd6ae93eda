/** Whether a value that came from elsewhere is an object with fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a value that came from elsewhere that are texts. */
export function textsIn(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const isText = (field: [string, unknown]): field is [string, string] => typeof field[1] === "string";
  return Object.fromEntries(Object.entries(value).filter(isText));
}
