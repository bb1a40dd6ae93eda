import { lookup } from "node:dns";
import { lookup as lookUp } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import ipaddr from "ipaddr.js";

/** Models run on the internet, the machine itself and its own network; Tailscale has shared addresses. */
const allowedRanges = new Set(["unicast", "loopback", "private", "uniqueLocal", "carrierGradeNat"]);
/** Where clouds give a machine its credentials, within the allowed ranges. */
const metadata = new Set(
  ["fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16"].map((address) => String(ipaddr.parse(address))),
);
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
const compatible = ipaddr.IPv6.parseCIDR("::/96");

export function mayHaveEngine(address: string): boolean {
  const parsed = parsedAddress(address);
  if (parsed instanceof ipaddr.IPv6) {
    // Networks without IPv4 reach it by these addresses.
    if (parsed.match(nat64)) return mayHaveEngine(parsed.toByteArray().slice(-4).join("."));
    if (parsed.match(compatible)) return parsed.range() === "loopback";
  }
  return allowedRanges.has(parsed.range()) && !metadata.has(String(parsed));
}

export const parsedAddress = (address: string) => ipaddr.process(address.split("%")[0] ?? "");

/** A name may mean another address than when it was entered. */
export const lookUpEngine: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, []);
    const allowed = found.filter(({ address }) => mayHaveEngine(address));
    const [first] = allowed;
    if (first === undefined) return callback(notAllowed(hostname), []);
    if (options.all === true) callback(null, allowed);
    else callback(null, first.address, first.family);
  });

const notAllowed = (hostname: string) =>
  Object.assign(new Error(`no engine can be at the address of ${hostname}`), { code: "ENOTFOUND" });

const LOOKUP_MS = 3_000;

/** None where the name is unknown. */
export async function addressesOf(url: string): Promise<string[]> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  const known = lookUp(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([known, sleep(LOOKUP_MS, [], { ref: false })]);
}

export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "");

/** One customer usually gets a whole IPv6 network of 64 bits. IPv4 written as IPv6 counts as IPv4. */
export function networkOf(address = ""): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
