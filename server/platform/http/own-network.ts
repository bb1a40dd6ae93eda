import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A name that is not known within this time counts as unknown. */
const LOOKUP_MS = 3_000;

/** The IP addresses of a URL's host; none where its name is not known. */
export async function addressesOf(url: string): Promise<string[]> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  const known = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([known, sleep(LOOKUP_MS, [], { ref: false })]);
}

/** A name, or an IP address without brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "");
