import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantAgentAccess, listAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createPermission, listPermissions } from "#shared/api/admin/permissions.ts";
import { addRolePermission, createRole, listRolePermissions, listRoles } from "#shared/api/admin/roles.ts";
import {
  addQuestion,
  listManagedQuestions,
  orderQuestions,
  updateQuestion,
} from "#shared/api/admin/settings/diary-questions.ts";
import {
  createPromoCode,
  deletePromoCode,
  listPromoCodes,
  updatePromoCode,
} from "#shared/api/admin/settings/promo-codes.ts";
import { assignRole, createUser, listUsers, resetPassword, updateUser } from "#shared/api/admin/users.ts";
import { listAgents } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { login, register, validatePromo } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { registrationOf, type Visitor } from "#tests/support/visitor.ts";

/** Two administrators who do something at the same moment; several rounds, for chance decides who is first. */
const ROUNDS = 5;
let app: TestApp;
let one: Visitor;
let other: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  [one, other] = await Promise.all([app.admin(), app.admin()]);
});
afterAll(() => app.stop());

let made = 0;
const nextName = () => `racer-${++made}`;
const newUser = () =>
  one.call(createUser, { body: { email: `${nextName()}@example.com`, firstName: "Robin", lastName: "Racer" } });
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const rounds = async (race: () => Promise<void>) => {
  for (let round = 0; round < ROUNDS; round++) await race();
};

describe("at the same moment", () => {
  it("one user name goes to one of two users [T108]", () =>
    rounds(async () => {
      const [first, second] = await Promise.all([newUser(), newUser()]);
      const username = nextName();
      const answers = await Promise.all([
        one.attempt(updateUser, { params: { userId: first.user.id }, body: { username } }),
        other.attempt(updateUser, { params: { userId: second.user.id }, body: { username: username.toUpperCase() } }),
      ]);
      expect(statuses(answers)).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        fields: { username: expect.stringContaining("taken") },
      });
    }));

  it("one user name goes to one of two who are being created [T108]", () =>
    rounds(async () => {
      const username = nextName();
      const body = { email: `${username}@example.com`, firstName: "Robin", lastName: "Racer", username };
      const answers = await Promise.all([one.attempt(createUser, { body }), other.attempt(createUser, { body })]);
      expect(statuses(answers)).toEqual([200, 409]);
      expect((await one.call(listUsers, { query: { q: username } })).total).toBe(1);
    }));

  it("two edits of one user are both kept", () =>
    rounds(async () => {
      const { user } = await newUser();
      const params = { userId: user.id };
      await Promise.all([
        one.call(updateUser, { params, body: { firstName: "Ada" } }),
        other.call(updateUser, { params, body: { address: "1 Park Lane" } }),
      ]);
      const { users } = await one.call(listUsers, { query: { q: user.email } });
      expect(users).toMatchObject([{ firstName: "Ada", lastName: "Racer", address: "1 Park Lane" }]);
    }));

  it("a reset and a switch-off leave an account that is off and has a new password", () =>
    rounds(async () => {
      const { user, username, defaultPassword } = await newUser();
      const person = app.visitor();
      await person.call(login, { body: { username: username ?? "", password: defaultPassword } });
      const params = { userId: user.id };
      const [issued] = await Promise.all([
        one.call(resetPassword, { params }),
        other.call(updateUser, { params, body: { isActive: false } }),
      ]);
      for (const password of [defaultPassword, issued.defaultPassword])
        expect((await person.attempt(login, { body: { username: username ?? "", password } })).status).not.toBe(200);
      await one.call(updateUser, { params, body: { isActive: true } });
      const signIn = (password: string) =>
        app.visitor().attempt(login, { body: { username: username ?? "", password } });
      expect(await signIn(defaultPassword)).toMatchObject({ status: 401 });
      expect(await signIn(issued.defaultPassword)).toMatchObject({ status: 200 });
    }));

  it("a role is given to a user once, and written down once [T109]", () =>
    rounds(async () => {
      const { user } = await newUser();
      const { roles } = await one.call(listRoles, {});
      const input = {
        params: { userId: user.id },
        body: { roleId: roles.find(({ name }) => name === "owner")?.id ?? "" },
      };
      expect(statuses(await Promise.all([one.attempt(assignRole, input), other.attempt(assignRole, input)]))).toEqual([
        200, 409,
      ]);
      const { entries } = await one.call(listAuditLog, { query: { action: "user.assign_role", limit: 1 } });
      expect(entries).toMatchObject([{ targetId: user.id }]);
    }));

  it("one name goes to one role and one permission [T109]", () =>
    rounds(async () => {
      const name = nextName();
      const role = { body: { name } };
      expect(statuses(await Promise.all([one.attempt(createRole, role), other.attempt(createRole, role)]))).toEqual([
        200, 409,
      ]);
      const permission = { body: { name, resource: "races" } };
      expect(
        statuses(
          await Promise.all([one.attempt(createPermission, permission), other.attempt(createPermission, permission)]),
        ),
      ).toEqual([200, 409]);
    }));

  it("a permission is put into a role once [T109]", () =>
    rounds(async () => {
      const { role } = await one.call(createRole, { body: { name: nextName() } });
      const { permissions } = await one.call(listPermissions, {});
      const input = { params: { roleId: role.id }, body: { permissionId: permissions[0]?.id ?? "" } };
      const answers = await Promise.all([
        one.attempt(addRolePermission, input),
        other.attempt(addRolePermission, input),
      ]);
      expect(statuses(answers)).toEqual([200, 409]);
      const held = await one.call(listRolePermissions, { params: { roleId: role.id } });
      expect(held.permissions).toHaveLength(1);
    }));

  it("access is taken back once [T111]", () =>
    rounds(async () => {
      const { user } = await newUser();
      const { agents } = await one.call(listAgents, {});
      const input = { body: { userId: user.id, agentId: agents[0]?.id ?? "" } };
      await one.call(grantAgentAccess, input);
      const answers = await Promise.all([
        one.attempt(revokeAgentAccess, input),
        other.attempt(revokeAgentAccess, input),
      ]);
      expect(statuses(answers)).toEqual([200, 404]);
      expect((await one.call(listAgentAccess, { query: { q: user.email } })).total).toBe(0);
    }));

  it("the last use of a promo code goes to one of two who sign up", () =>
    rounds(async () => {
      const { promoCode } = await one.call(createPromoCode, { body: { maxUses: 1 } });
      const people = [app.visitor(), app.visitor()];
      for (const person of people) await person.call(validatePromo, { body: { promoCode: promoCode.code } });
      const answers = await Promise.all(
        people.map((person) => person.attempt(register, { body: registrationOf(nextName()) })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { promoCodes } = await one.call(listPromoCodes, {});
      expect(promoCodes.find(({ id }) => id === promoCode.id)).toMatchObject({ usedCount: 1, maxUses: 1 });
    }));

  it("two edits of a promo code are both kept, and it is deleted once", () =>
    rounds(async () => {
      const { promoCode } = await one.call(createPromoCode, { body: {} });
      const params = { id: promoCode.id };
      await Promise.all([
        one.call(updatePromoCode, { params, body: { isActive: false } }),
        other.call(updatePromoCode, { params, body: { description: "For the fair" } }),
      ]);
      const { promoCodes } = await one.call(listPromoCodes, {});
      expect(promoCodes.find(({ id }) => id === promoCode.id)).toMatchObject({
        isActive: false,
        description: "For the fair",
      });
      const answers = await Promise.all([
        one.attempt(deletePromoCode, { params }),
        other.attempt(deletePromoCode, { params }),
      ]);
      expect(statuses(answers)).toEqual([200, 404]);
    }));

  it("two edits of a diary question are both kept", () =>
    rounds(async () => {
      const { question } = await one.call(addQuestion, { body: { question: nextName() } });
      const params = { id: question.id };
      const wording = nextName();
      await Promise.all([
        one.call(updateQuestion, { params, body: { isActive: false } }),
        other.call(updateQuestion, { params, body: { question: wording } }),
      ]);
      const { questions } = await one.call(listManagedQuestions, {});
      expect(questions.find(({ id }) => id === question.id)).toMatchObject({ isActive: false, question: wording });
    }));

  it("two orders of the diary leave one of them, whole, and a new question has its place", () =>
    rounds(async () => {
      const idsNow = async () => (await one.call(listManagedQuestions, {})).questions.map(({ id }) => id);
      const ids = await idsNow();
      const orders = [ids.toReversed(), [...ids.slice(3), ...ids.slice(0, 3)]];
      const [, , added] = await Promise.all([
        one.attempt(orderQuestions, { body: { ids: orders[0] ?? [] } }),
        other.attempt(orderQuestions, { body: { ids: orders[1] ?? [] } }),
        one.call(addQuestion, { body: { question: nextName() } }),
      ]);
      const { questions } = await one.call(listManagedQuestions, {});
      expect(questions.map(({ orderIndex }) => orderIndex)).toEqual(questions.map((_question, index) => index + 1));
      expect(questions.at(-1)?.id).toBe(added.question.id);
      expect([ids, ...orders]).toContainEqual(questions.slice(0, -1).map(({ id }) => id));
    }));
});
