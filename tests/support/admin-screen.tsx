import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { AdminUser } from "#shared/api/admin/users.ts";
import type { User } from "#shared/api/auth.ts";
import { permissionNames } from "#shared/permissions.ts";
import { Toaster } from "@/components/ui/toaster.tsx";
import { AdminPage } from "@/features/admin/admin-page.tsx";
import { AT, personOf } from "./fixtures.ts";
import { newQueryClient, showPage } from "./page.tsx";
import { uuid } from "./uuid.ts";

/** Shows the dashboard on a fake server (`wire`): the test gives the answers to its calls. */

const ME = uuid(7);

export const userOf = (n: number, fields: Partial<AdminUser> = {}): AdminUser => {
  const names = { username: "ada_lovelace", email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" };
  const { permissions: _, ...person } = personOf({ id: uuid(n), ...names, roles: [] });
  return { ...person, updatedAt: AT, canManage: true, accessTokens: { count: 0, lastUsedAt: null }, ...fields };
};

interface Sent {
  /** 'POST /api/admin/users' */
  call: string;
  body: unknown;
}

/** Answers by 'METHOD path'; a path without its query stands for every query. */
export type AdminAnswers = Record<string, (sent: Sent) => unknown>;

export const refusal = (status: number, error: string, fields?: Record<string, string>) =>
  new Response(JSON.stringify({ error, code: "refused", fields }), { status });

interface Stage {
  /** The tab's id in the address. */
  tab?: string;
  permissions?: readonly string[];
  roles?: string[];
  wire?: AdminAnswers;
  /** Shown in place of the whole dashboard. */
  part?: ReactNode;
}

/** The dashboard for someone who holds these permissions; what it sends is kept in `sent`. */
export function showAdmin({
  tab,
  permissions = permissionNames,
  roles = [],
  wire = {},
  part = <AdminPage />,
}: Stage = {}) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    const entry = { call: `${method} ${path}`, body: typeof body === "string" ? JSON.parse(body) : body };
    sent.push(entry);
    const answer = wire[entry.call] ?? wire[entry.call.split("?")[0] ?? ""];
    const result = (await answer?.(entry)) ?? refusal(404, `Nothing at ${entry.call}`);
    return result instanceof Response ? result : new Response(JSON.stringify(result));
  });
  window.history.replaceState(null, "", tab === undefined ? "/admin" : `/admin?tab=${tab}`);
  const client = newQueryClient();
  const me: User = { ...userOf(7), permissions: [...permissions], roles };
  client.setQueryData(["/api/auth/me"], { status: "authenticated", user: me });
  showPage(
    <>
      {part}
      <Toaster />
    </>,
    client,
  );
  const mutations = () => sent.filter(({ call }) => !call.startsWith("GET"));
  return { sent, mutations, visitor: userEvent.setup(), myId: ME };
}

export const button = (name: string) => screen.findByRole("button", { name });
