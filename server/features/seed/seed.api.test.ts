import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { seed } from "./seed.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ isFirstStart: true });
});
afterAll(() => app.stop());

const tables = [
  "users",
  "roles",
  "permissions",
  "role_permissions",
  "user_roles",
  "diary_questions",
  "settings",
  "promo_codes",
  "agents",
  "diary_answers",
];

describe("the first start", () => {
  it("makes an administrator, a promo code and Tucker with a full diary", async () => {
    const admin = await app.admin();
    const { agents, isAdmin } = await (await admin.fetch("/api/agents")).json();
    expect(isAdmin).toBe(true);
    expect(agents).toMatchObject([{ name: "Tucker", canEdit: true }]);
    const answers = await (await admin.fetch(`/api/agents/${agents[0].id}/diary/answers`)).json();
    const questions = await (await admin.fetch("/api/diary/questions")).json();
    expect(answers).toHaveLength(questions.length);
    expect(questions.length).toBeGreaterThanOrEqual(40);
    expect(questions.map(({ orderIndex }: { orderIndex: number }) => orderIndex)).toEqual(
      questions.map((_: unknown, index: number) => index + 1),
    );
  });

  it("changes nothing the second time, also when several do it at once", async () => {
    const before = await counts();
    const made = await Promise.all(Array.from({ length: 4 }, () => seed(app.deps.db, app.deps.env)));
    expect(made).toEqual([null, null, null, null]);
    expect(await counts()).toEqual(before);
  });
});

async function counts(): Promise<unknown[]> {
  const rows = await Promise.all(
    tables.map((table) =>
      app.deps.db.execute(
        sql`select count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as content from ${sql.identifier(table)} t`,
      ),
    ),
  );
  return rows.map((result) => result.rows[0]);
}
