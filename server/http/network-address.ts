import { isIPv4, isIPv6 } from "node:net";

/**
 * What counts as one visitor's address: an IPv4 address whole, an IPv6 address by its first 64 bits, for whoever has
 * one address of such a network has them all. IPv4 written as IPv6 is IPv4.
 */
export function networkOf(address: string | undefined): string {
  const [bare = ""] = (address ?? "").split("%");
  const mapped = bare.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1] ?? bare;
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(mapped)) return "unknown";
  const [head = "", tail] = mapped.split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(gap, 0)).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** Sixteen bits each; an IPv4 tail stands for two of them, and is never among the first four. */
function groupsOf(text: string): string[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
