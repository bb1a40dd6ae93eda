import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { badRequest } from "../../../../http/errors.ts";

/** A name that is not known within this time is refused by nobody: the call itself will fail, and say so. */
const LOOKUP_MS = 3_000;

/** Where clouds tell a machine its own credentials, beside the link-local addresses. */
const metadata = ["fd00:ec2::254", "100.100.100.200", "168.63.129.16"].map((address) => ipaddr.process(address));
const refusedRanges = new Set(["linkLocal", "multicast", "unspecified", "broadcast"]);

/**
 * Refuses an address at which no engine can be, and where a call could do harm. The machine itself and its own network are
 * where model servers are, so these are allowed.
 * @throws HttpError 400
 */
export async function refuseAddress(field: string, address: string | null): Promise<void> {
  if (address === null) return;
  const found = await addressesOf(new URL(address).hostname.replace(/^\[|\]$/g, ""));
  if (!found.some(isRefused)) return;
  const sentence = "No engine can be at that address. Please enter that of a model or speech server.";
  throw badRequest(sentence, { [field]: sentence });
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const known = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([known, sleep(LOOKUP_MS, [], { ref: false })]);
}

/** Also for an IPv4 address that is written as IPv6. */
function isRefused(address: string): boolean {
  const parsed = ipaddr.process(address.split("%")[0] ?? "");
  return refusedRanges.has(parsed.range()) || metadata.some((known) => known.toString() === parsed.toString());
}
