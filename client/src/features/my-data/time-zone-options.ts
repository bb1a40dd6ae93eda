/** A choice for each time zone, that of this device first, then by the names of cities. */
export function timeZoneOptions(device: string, current: string | null): { value: string; label: string }[] {
  const others = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ...(current === null ? [] : [current])]);
  others.delete(device);
  return [
    { value: device, label: `This device: ${placeOf(device)}` },
    ...[...others].map((value) => ({ value, label: placeOf(value) })).sort(byLabel),
  ];
}

/** 'Los Angeles, America': people look for their city. */
const placeOf = (timeZone: string): string => timeZone.replaceAll("_", " ").split("/").reverse().join(", ");

const byLabel = (one: { label: string }, other: { label: string }): number => one.label.localeCompare(other.label);
