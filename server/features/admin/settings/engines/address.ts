import { mayHaveEngine } from "#server/platform/http/engine-address.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { addressesOf } from "#server/platform/http/own-network.ts";

/**
 * Refuses an address at which no engine can be, and where a call could do harm. The machine itself and its own network are
 * where model servers are, so these are allowed. What a name means is checked again with each connection.
 * @param kept the address that was entered before: a name server that is away for a while must not keep it from being saved
 * @throws HttpError 400
 */
export async function refuseAddress(field: string, address: string | null, kept: string | null): Promise<void> {
  if (address === null) return;
  const refuse = (sentence: string) => badRequest(sentence, { [field]: sentence });
  const found = await addressesOf(address);
  if (found.length === 0 && address !== kept)
    throw refuse("There is no machine of this name. Please check the address.");
  if (!found.every(mayHaveEngine))
    throw refuse("No engine can be at that address. Please enter that of a model or speech server.");
}
