import ipaddr from "ipaddr.js";

/**
 * The key by which rate limits count an address: an IPv4 address itself, an IPv6 address by its first 64 bits, because
 * one customer usually gets such a whole network. IPv4 written as IPv6 counts as IPv4.
 */
export function networkOf(address = ""): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
