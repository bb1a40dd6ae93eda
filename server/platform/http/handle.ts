import type { BodyOf, ResultOf, RouteContract } from "#shared/route.ts";
import {
  type AccessRule,
  type AdmittedRequest,
  admit,
  guardOf,
  type RouteContext,
  readBody,
  type ScopeOf,
} from "./gate.ts";
import type { RateLimitName } from "./rate-limits.ts";
import { register } from "./register.ts";

interface Handler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(input: AdmittedRequest<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract> }): Promise<ResultOf<Contract>>;
}

/**
 * Registers a call that answers with JSON. For each request: session, parameters, rate limit, access, body, `run`, and the
 * response schema. A result that does not fit the contract is our bug: it is logged and answered with 500.
 */
export function handle<Contract extends RouteContract, const Rule extends AccessRule<unknown>>(
  context: RouteContext,
  contract: Contract,
  { access, limit, run }: Handler<Contract, Rule>,
): void {
  const guard = guardOf(access);
  register(context, { contract, access: guard.name, limit }, async (request, response) => {
    const admitted = await admit(context, contract, { guard, limit }, request);
    const result = await run({ ...admitted, body: await readBody(contract, request, response) });
    if (contract.response === undefined) throw new Error(`${contract.method} ${contract.path} has no response schema`);
    response.json(contract.response.parse(result));
  });
}
