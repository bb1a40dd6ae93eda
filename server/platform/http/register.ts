import type { RequestHandler } from "express";
import type { RegisteredRoute, RouteContext } from "./gate.ts";

/**
 * Puts a handler on the router and on the list of all routes. Every kind of route registration calls it, so that the list
 * is complete.
 */
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
