import type { RequestListener } from "node:http";
import type { RegisteredRoute } from "#server/platform/http/gate.ts";
import { refusalsOf } from "#server/platform/http/openapi/refusals.ts";

/** Records answers whose status the API document does not name for their call; `check` throws where there were any. */
export function watchAnswers(registered: readonly RegisteredRoute[]): { watch: RequestListener; check(): void } {
  const unknown = new Set<string>();
  return {
    watch: (request, response) => {
      // Not "finish": a test that got the last answer may stop the app before that event comes.
      response.once("close", () => {
        const route = registered.find(({ contract }) => contract === Reflect.get(request, "contract"));
        if (route === undefined || isDocumented(route, response.statusCode)) return;
        unknown.add(`${route.contract.method} ${route.contract.path} answered ${response.statusCode}`);
      });
    },
    /** @throws where an answer was none of the document's */
    check: () => {
      if (unknown.size > 0) throw new Error(`The API document does not know that ${[...unknown].join(", ")}.`);
    },
  };
}

/** 304 is HTTP's own answer to a GET that only wants what is not there yet (If-None-Match: *). */
const isDocumented = (route: RegisteredRoute, status: number): boolean =>
  status === 200 ||
  (status === 101 && route.contract.webSocket !== undefined) ||
  (status === 204 && route.contract.empty !== undefined) ||
  (status === 304 && route.contract.method === "GET") ||
  (status === 206 && route.sendsRanges === true) ||
  refusalsOf(route)[status] !== undefined;
