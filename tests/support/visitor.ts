import { createAgent } from "#shared/api/agents.ts";
import { changePassword, login, me, register, validatePromo } from "#shared/api/auth.ts";
import type { EventOf, InputOf, ResponseOf, RouteContract } from "#shared/route.ts";
import { ApiError, call } from "@/lib/api.ts";
import { streamEvents } from "@/lib/event-stream.ts";
import { PASSWORD } from "./first-start.ts";

/** A browser's side of the API: the client's own `call()` with cookies of its own. */
export interface Visitor {
  call<C extends RouteContract>(contract: C, input: InputOf<C>): Promise<ResponseOf<C>>;
  /** The answer with its status, refused or not. */
  attempt<C extends RouteContract>(contract: C, input: InputOf<C>): Promise<{ status: number; body: unknown }>;
  stream<C extends RouteContract>(contract: C, input: InputOf<C>, signal?: AbortSignal): AsyncGenerator<EventOf<C>>;
  /** Any request at all, with the cookies. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookies: Map<string, string>;
}

export function visit(baseUrl: string): Visitor {
  const cookies = new Map<string, string>();
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookies.size > 0) headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    return response;
  };
  return {
    call: (contract, input) => call(contract, input, { baseUrl, fetch: send }),
    attempt: async (contract, input) => {
      try {
        return { status: 200, body: await call(contract, input, { baseUrl, fetch: send }) };
      } catch (error) {
        if (error instanceof ApiError) return { status: error.status, body: error.body };
        throw error;
      }
    },
    stream: (contract, input, signal) =>
      streamEvents(contract, input, { baseUrl, fetch: send, ...(signal === undefined ? {} : { signal }) }),
    fetch: (path, init) => send(`${baseUrl}${path}`, init),
    cookies,
  };
}

/** Goes the way of a new owner: promo code, registration, first sign-in, own password. */
export async function signUp(
  baseUrl: string,
  promoCode: string,
  username: string,
  firstName = "Robin",
): Promise<Visitor> {
  const owner = visit(baseUrl);
  await owner.call(validatePromo, { body: { promoCode } });
  const { tempPassword } = await owner.call(register, { body: { ...registrationOf(username), firstName } });
  await owner.call(login, { body: { username, password: tempPassword } });
  await owner.call(changePassword, { body: { currentPassword: tempPassword, newPassword: PASSWORD } });
  return owner;
}

export const registrationOf = (username: string) => ({
  username,
  email: `${username}@example.com`,
  phone: "555-123-4567",
  firstName: "Robin",
  lastName: "Walker",
  address: "1 Park Lane",
});

export const userIdOf = async (visitor: Visitor): Promise<string> => (await visitor.call(me, {})).user.id;

/** The id of a pet that the visitor has just made. */
export const newPet = async (visitor: Visitor, name = "Biscuit"): Promise<string> =>
  (await visitor.call(createAgent, { body: { name } })).id;
