import { randomInt } from "node:crypto";
import { type Caller, record } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import { badRequest, HttpError, notFound } from "#server/platform/http/errors.ts";
import type { createPromoCode as createContract, PromoCodeChanges } from "#shared/api/admin/settings/promo-codes.ts";
import type { EditedFrom } from "#shared/api/common.ts";
import type { BodyOf } from "#shared/route.ts";
import * as queries from "./queries.ts";

export function createPromoCode(db: Db, by: Caller, { code, ...fields }: BodyOf<typeof createContract>) {
  return db.transaction(async (tx) => {
    const promoCode = await queries.insertPromoCode(tx, { ...defined(fields), code: code || randomCode() });
    if (promoCode === null) {
      const message = "There is such a promo code already. Please choose another one.";
      throw new HttpError(409, "conflict", message, { fields: { code: message } });
    }
    await record(tx, { by, action: "promo_code.create", target: targetOf(promoCode) });
    return { promoCode };
  });
}

type Changes = PromoCodeChanges & { before?: EditedFrom };

export function updatePromoCode(db: Db, by: Caller, id: string, { before, ...changes }: Changes) {
  return db.transaction(async (tx) => {
    const current = await queries.lockPromoCode(tx, id);
    if (current === null) throw notFound("Promo code");
    refuseIfChanged(before, current, changes);
    const wanted = defined(changes);
    const fields = Object.keys(wanted);
    if (fields.length === 0) return { promoCode: current };
    if (changes.maxUses && changes.maxUses < current.usedCount) {
      const message = `This code was used ${current.usedCount} times already.`;
      throw badRequest(message, { maxUses: message });
    }
    const promoCode = await queries.changePromoCode(tx, id, wanted);
    if (promoCode === null) throw notFound("Promo code");
    await record(tx, { by, action: "promo_code.update", target: targetOf(promoCode), details: { fields } });
    return { promoCode };
  });
}

export async function deletePromoCode(db: Db, by: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await queries.lockPromoCode(tx, id);
    if (current === null) throw notFound("Promo code");
    await queries.deletePromoCode(tx, id);
    await record(tx, { by, action: "promo_code.delete", target: targetOf(current) });
  });
}

/** Whoever knows a code can register, so the audit log has no code. */
const targetOf = ({ id, description }: { id: string; description: string | null }) =>
  ({ kind: "promo_code", id, name: description }) as const;

/** Some 59 random bits without look-alikes. */
function randomCode(): string {
  const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
  const group = () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join("");
  return `${group()}-${group()}-${group()}`;
}

/** Undefined fields keep their value or get the column's default. */
function defined(fields: PromoCodeChanges) {
  const { description, maxUses, expiresAt, isActive } = fields;
  return {
    ...(description === undefined ? {} : { description: description || null }),
    ...(maxUses === undefined ? {} : { maxUses }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(isActive === undefined ? {} : { isActive }),
  };
}
