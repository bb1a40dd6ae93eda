import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createPromoCode,
  deletePromoCode,
  listPromoCodes,
  updatePromoCode,
} from "#shared/api/admin/settings/promo-codes.ts";
import { register, validatePromo } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { registrationOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const enter = (promoCode: string) => app.visitor().attempt(validatePromo, { body: { promoCode } });

describe("a promo code", () => {
  it("is made up where none is named, and opens registration", async () => {
    const { promoCode } = await admin.call(createPromoCode, { body: {} });
    expect(promoCode).toMatchObject({ maxUses: null, usedCount: 0, expiresAt: null, isActive: true });
    expect(promoCode.code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(await enter(promoCode.code)).toMatchObject({ status: 200 });
    const { promoCodes } = await admin.call(listPromoCodes, {});
    expect(promoCodes[0]).toEqual(promoCode);
  });

  it("counts its uses, ends with the last one and can be given more", async () => {
    const { promoCode } = await admin.call(createPromoCode, { body: { code: "TWICE", maxUses: 1 } });
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: "TWICE" } });
    await visitor.call(register, { body: registrationOf("promo-user-one") });
    expect(await enter("TWICE")).toMatchObject({ status: 403 });
    const params = { id: promoCode.id };
    const more = await admin.call(updatePromoCode, { params, body: { maxUses: 2 } });
    expect(more.promoCode).toMatchObject({ usedCount: 1, maxUses: 2 });
    expect(await enter("TWICE")).toMatchObject({ status: 200 });
    const again = app.visitor();
    await again.call(validatePromo, { body: { promoCode: "TWICE" } });
    await again.call(register, { body: registrationOf("promo-user-two") });
    expect(await admin.attempt(updatePromoCode, { params, body: { maxUses: 1 } })).toMatchObject({
      status: 400,
      body: { fields: { maxUses: expect.any(String) } },
    });
  });

  it("ends when it is switched off, runs out or is deleted", async () => {
    const { promoCode } = await admin.call(createPromoCode, { body: { code: "ENDING", description: "For the fair" } });
    const params = { id: promoCode.id };
    await admin.call(updatePromoCode, { params, body: { isActive: false } });
    expect(await enter("ENDING")).toMatchObject({ status: 403 });
    await admin.call(updatePromoCode, { params, body: { isActive: true, expiresAt: "2020-01-01T00:00:00Z" } });
    expect(await enter("ENDING")).toMatchObject({ status: 403 });
    const reopened = await admin.call(updatePromoCode, { params, body: { expiresAt: null } });
    expect(reopened.promoCode.description).toBe("For the fair");
    expect(await enter("ENDING")).toMatchObject({ status: 200 });
    await admin.call(deletePromoCode, { params });
    expect(await enter("ENDING")).toMatchObject({ status: 403 });
    expect(await admin.attempt(deletePromoCode, { params })).toMatchObject({ status: 404 });
  });

  it("is there once", async () => {
    await admin.call(createPromoCode, { body: { code: "ONCE" } });
    expect(await admin.attempt(createPromoCode, { body: { code: "ONCE" } })).toMatchObject({
      status: 409,
      body: { fields: { code: expect.any(String) } },
    });
  });

  it("is taken in any case, with any hyphen, in full-width letters and with white space around it", async () => {
    await admin.call(createPromoCode, { body: { code: "Walkies-May" } });
    for (const typed of ["walkies-may", "WALKIES-MAY", "Walkies–May", "ＷＡＬＫＩＥＳ－ＭＡＹ", " walkies-May\n"])
      expect(await enter(typed), typed).toMatchObject({ status: 200 });
    expect(await enter("walkies may")).toMatchObject({ status: 403 });
  });

  it("is not made where another differs in case alone, also of ten at once", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        admin.attempt(createPromoCode, { body: { code: place % 2 === 0 ? "Alike" : "ALIKE" } }),
      ),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, ...new Array(9).fill(409)]);
  });

  it("is the very one that was typed where two of an older version differ in case alone", async () => {
    await app.deps.pool.query(
      "insert into promo_codes (code, max_uses, used_count) values ('Fair', 1, 0), ('FAIR', 5, 0), ('fair', 1, 1)",
    );
    const uses = async () => {
      const { promoCodes } = await admin.call(listPromoCodes, {});
      return Object.fromEntries(promoCodes.map(({ code, usedCount }) => [code, usedCount]));
    };
    for (const [typed, username] of [
      ["FAIR", "fair-user-one"],
      ["Fair", "fair-user-two"],
      ["fair", "fair-user-three"],
    ] as const) {
      const visitor = app.visitor();
      await visitor.call(validatePromo, { body: { promoCode: typed } });
      await visitor.call(register, { body: registrationOf(username) });
    }
    // 'fair' is used up, and so is 'Fair' by then.
    expect(await uses()).toMatchObject({ FAIR: 2, Fair: 1, fair: 1 });
  });

  it.each([{ maxUses: 0 }, { maxUses: 1.5 }, { expiresAt: "soon" }])("is refused with %o", async (wrong) => {
    expect(await admin.attempt(createPromoCode, { body: wrong })).toMatchObject({ status: 400 });
  });
});
