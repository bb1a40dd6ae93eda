import { z } from "zod";
import { doneResponse, editedFrom, id, moment, optionalText, timestamp } from "#shared/api/common.ts";
import { limits } from "#shared/limits.ts";
import { route } from "#shared/route.ts";

export const promoCode = z.object({
  id,
  code: z.string().meta({ examples: ["WALKIES-2026"] }),
  description: z.string().nullable(),
  /** Null: no limit. */
  maxUses: z.number().int().nullable(),
  usedCount: z.number().int(),
  expiresAt: timestamp.nullable(),
  isActive: z.boolean(),
  createdAt: timestamp,
});
export type PromoCode = z.output<typeof promoCode>;

const fields = {
  description: optionalText("Description", limits.description)
    .meta({ examples: ["For the walk in May"] })
    .nullable(),
  maxUses: z
    .number()
    .int("Uses must be a whole number")
    .min(1, "A code needs at least one use")
    .max(1_000_000)
    .nullable(),
  expiresAt: moment().nullable(),
  isActive: z.boolean(),
};

const codeId = z.object({ id });

export const listPromoCodes = route({
  method: "GET",
  path: "/api/admin/promo-codes",
  summary: "Promo codes, newest first",
  response: z.object({ promoCodes: z.array(promoCode) }),
});

/** Without `code`, or with an empty one, the server makes one up. */
export const newPromoCode = z
  .object({
    code: optionalText("Promo code", limits.promoCode)
      .meta({ examples: ["WALKIES-2026"] })
      .optional(),
  })
  .extend(z.object(fields).partial().shape);

export const createPromoCode = route({
  method: "POST",
  path: "/api/admin/promo-codes",
  summary: "Create a promo code",
  body: newPromoCode,
  response: z.object({ promoCode }),
  refusals: { 409: "There is a code of that name already." },
});

export const promoCodeChanges = z.object(fields).partial();

export const updatePromoCode = route({
  method: "PATCH",
  path: "/api/admin/promo-codes/:id",
  summary: "Change a promo code's description, limit or expiry, or switch it off or on",
  params: codeId,
  body: promoCodeChanges.extend({ before: editedFrom }),
  response: z.object({ promoCode }),
  refusals: { 409: "A field was changed since the editor began with it (`before`)." },
});
export type PromoCodeChanges = z.output<typeof promoCodeChanges>;

export const deletePromoCode = route({
  method: "DELETE",
  path: "/api/admin/promo-codes/:id",
  summary: "Delete a promo code; accounts made with it stay",
  params: codeId,
  response: doneResponse,
});
