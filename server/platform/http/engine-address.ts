import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The internet, the machine itself and its own network, where model servers are. Tailscale has shared addresses. */
const allowedRanges = new Set(["unicast", "loopback", "private", "uniqueLocal", "carrierGradeNat"]);
/** Where clouds tell a machine its own credentials, in the ranges that are allowed. */
const metadata = new Set(
  ["fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16"].map((address) => String(ipaddr.parse(address))),
);
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
const compatible = ipaddr.IPv6.parseCIDR("::/96");

/** Whether an engine can be at this IP address. One of IPv4 that is written in IPv6 is what it is in IPv4. */
export function mayHaveEngine(address: string): boolean {
  const parsed = parsedAddress(address);
  if (parsed instanceof ipaddr.IPv6) {
    // Networks without IPv4 reach it by these addresses.
    if (parsed.match(nat64)) return mayHaveEngine(parsed.toByteArray().slice(-4).join("."));
    if (parsed.match(compatible)) return parsed.range() === "loopback";
  }
  return allowedRanges.has(parsed.range()) && !metadata.has(String(parsed));
}

/** Also for an IPv4 address that is written as IPv6. */
export const parsedAddress = (address: string) => ipaddr.process(address.split("%")[0] ?? "");

/** For the connections to engines: what a name means is asked anew for each, and may have changed since it was entered. */
export const lookUpEngine: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, []);
    const allowed = found.filter(({ address }) => mayHaveEngine(address));
    const [first] = allowed;
    if (first === undefined) return callback(notAllowed(hostname), []);
    if (options.all === true) callback(null, allowed);
    else callback(null, first.address, first.family);
  });

/** To a caller as if there were no such name. */
const notAllowed = (hostname: string) =>
  Object.assign(new Error(`no engine can be at the address of ${hostname}`), { code: "ENOTFOUND" });
