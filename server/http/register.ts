import type { RequestHandler } from "express";
import type { RegisteredRoute, RouteContext } from "./gate.ts";

/**
 * Puts a handler on the router and on the list of all routes. Every kind of route registration calls it, so that the list
 * is complete.
 */
export function register(context: RouteContext, route: RegisteredRoute, run: RequestHandler): void {
  const { contract } = route;
  const handler: RequestHandler = (request, response, next) => {
    request.contract = contract;
    return run(request, response, next);
  };
  context.registered.push(route);
  switch (contract.method) {
    case "GET":
      context.router.get(contract.path, handler);
      break;
    case "POST":
      context.router.post(contract.path, handler);
      break;
    case "PUT":
      context.router.put(contract.path, handler);
      break;
    case "PATCH":
      context.router.patch(contract.path, handler);
      break;
    case "DELETE":
      context.router.delete(contract.path, handler);
      break;
  }
}
