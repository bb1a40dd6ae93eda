import ipaddr from "ipaddr.js";
import { badRequest } from "../../../../http/errors.ts";
import { addressesOf, parsedAddress } from "../../../../providers/own-network.ts";

/** Where clouds tell a machine its own credentials, beside the link-local addresses. */
const metadata = ["fd00:ec2::254", "100.100.100.200", "168.63.129.16"].map((address) => ipaddr.process(address));
const refusedRanges = new Set(["linkLocal", "multicast", "unspecified", "broadcast"]);

/**
 * Refuses an address at which no engine can be, and where a call could do harm. The machine itself and its own network are
 * where model servers are, so these are allowed. A name that is not known is refused by nobody: the call itself will fail,
 * and say so.
 * @throws HttpError 400
 */
export async function refuseAddress(field: string, address: string | null): Promise<void> {
  if (address === null) return;
  const found = await addressesOf(address);
  if (!found.some(isRefused)) return;
  const sentence = "No engine can be at that address. Please enter that of a model or speech server.";
  throw badRequest(sentence, { [field]: sentence });
}

function isRefused(address: string): boolean {
  const parsed = parsedAddress(address);
  return refusedRanges.has(parsed.range()) || metadata.some((known) => known.toString() === parsed.toString());
}
