import ipaddr from "ipaddr.js";

/**
 * What counts as one visitor's address: an IPv4 address whole, an IPv6 address by its first 64 bits, for whoever has
 * one address of such a network has them all. IPv4 written as IPv6 is IPv4.
 */
export function networkOf(address = ""): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
