import type { RequestHandler } from "express";
import type { Doorway, RegisteredRoute } from "./gate.ts";

/** Puts a handler on the router and on the list of all routes. Every door ends here, so none is left out of the list. */
export function register(doorway: Doorway, route: RegisteredRoute, run: RequestHandler): void {
  const { contract } = route;
  const handler: RequestHandler = (request, response, next) => {
    request.contract = contract;
    return run(request, response, next);
  };
  doorway.registered.push(route);
  switch (contract.method) {
    case "GET":
      doorway.router.get(contract.path, handler);
      break;
    case "POST":
      doorway.router.post(contract.path, handler);
      break;
    case "PUT":
      doorway.router.put(contract.path, handler);
      break;
    case "PATCH":
      doorway.router.patch(contract.path, handler);
      break;
    case "DELETE":
      doorway.router.delete(contract.path, handler);
      break;
  }
}
