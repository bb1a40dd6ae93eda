import type { RequestHandler } from "express";
import type { BodyOf, ResultOf, RouteContract } from "#shared/route.ts";
import {
  type AccessRule,
  type AdmittedRequest,
  admit,
  guardOf,
  type RegisteredRoute,
  type RouteContext,
  readBody,
  type ScopeOf,
} from "./gate.ts";
import type { RateLimitName } from "./rate-limits.ts";

interface Handler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(input: AdmittedRequest<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract> }): Promise<ResultOf<Contract>>;
}

/** Registers a call that answers with JSON. A result that does not fit the contract is our bug, answered with 500. */
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

export function register(context: RouteContext, route: RegisteredRoute, run: RequestHandler): void {
  const { contract } = route;
  const { router, registered } = context;
  registered.push(route);
  const handler: RequestHandler = (request, response, next) => {
    request.contract = contract;
    return run(request, response, next);
  };
  switch (contract.method) {
    case "GET":
      router.get(contract.path, handler);
      break;
    case "POST":
      router.post(contract.path, handler);
      break;
    case "PUT":
      router.put(contract.path, handler);
      break;
    case "PATCH":
      router.patch(contract.path, handler);
      break;
    case "DELETE":
      router.delete(contract.path, handler);
      break;
  }
}
