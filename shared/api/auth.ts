import { z } from "zod";
import { limits } from "../limits.ts";
import { isPhone, plainPhone } from "../phone.ts";
import { route } from "../route.ts";
import { deviceTimeZone } from "../time-zone.ts";
import { doneResponse, id, requiredText, timestamp } from "./common.ts";

const named = z.object({ name: z.string() });

export const user = z.object({
  id,
  username: z
    .string()
    .nullable()
    .meta({ examples: ["robin-walker"] }),
  email: z.string().meta({ examples: ["robin@example.com"] }),
  phone: z
    .string()
    .nullable()
    .meta({ examples: ["(555) 123-4567"] }),
  firstName: z.string().meta({ examples: ["Robin"] }),
  lastName: z.string().meta({ examples: ["Walker"] }),
  address: z
    .string()
    .nullable()
    .meta({ examples: ["12 Quince Street, Port Ellery"] }),
  isDefaultPassword: z.boolean(),
  isActive: z.boolean(),
  roles: z.array(z.string()).meta({ examples: [["owner"]] }),
  permissions: z.array(z.string()).meta({ examples: [["manage_diary"]] }),
  createdAt: timestamp,
});
export type User = z.output<typeof user>;

export const session = z.object({ user, roles: z.array(named), permissions: z.array(named) });
export type Session = z.output<typeof session>;

/**
 * A request for `me` with this header is not refused, because a browser lists every refusal as an error of the page: where
 * nobody is signed in it is answered with 204, and with a temporary password with the user, whose `isDefaultPassword` is true.
 */
export const VISITOR_HEADER = "X-Visitor";

/** With a temporary password every call but a few answers this with 403 (D8). */
export const passwordChangeRequired = z.object({
  error: z.string(),
  code: z.literal("password_change_required"),
  requirePasswordChange: z.literal(true),
  user,
});

export const me = route({
  method: "GET",
  path: "/api/auth/me",
  summary: "Who is signed in; 403 with requirePasswordChange while the password is a default one",
  response: session,
  fromAnyPage: true,
  empty: "Nobody is signed in, and the header X-Visitor asked not to be refused for it",
});

/** Phones and password managers add white space and invisible characters. */
export const trimUsername = (text: string): string => text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");

/** White space around it is no part of it: no password may hold any. */
export const knownPassword = (missing: string) =>
  z
    .string(missing)
    .max(4_096)
    .trim()
    .min(1, missing)
    .meta({ examples: ["Wet-Towel-41"] });

export const credentials = z.object({
  username: z
    .string("Username is required")
    .max(200)
    .overwrite(trimUsername)
    .min(1, "Username is required")
    .meta({ examples: ["robin-walker"] }),
  password: knownPassword("Password is required"),
});

export const login = route({
  method: "POST",
  path: "/api/auth/login",
  summary: "Sign in with user name and password, both case-sensitive",
  body: credentials.extend({ timeZone: deviceTimeZone }),
  response: z.object({ user, requirePasswordChange: z.boolean() }),
  fromAnyPage: true,
  refusals: {
    401: "User name or password is wrong (`invalid_credentials`), or the temporary password has expired (`temporary_password_expired`).",
  },
});

export const logout = route({ method: "POST", path: "/api/auth/logout", summary: "Sign out", response: doneResponse });

/** In the order of the change-password screen. */
export const passwordRules = [
  { label: "At least 8 characters", test: (text: string) => text.length >= limits.password.min },
  { label: "One uppercase letter", test: (text: string) => /\p{Lu}/u.test(text) },
  { label: "One lowercase letter", test: (text: string) => /\p{Ll}/u.test(text) },
  { label: "One number", test: (text: string) => /\p{Nd}/u.test(text) },
  { label: "One special character", test: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
] as const;

export const PASSWORD_TOO_SHORT = "Password must be at least 8 characters long";

export const newPassword = z
  .string(PASSWORD_TOO_SHORT)
  .trim()
  .min(limits.password.min, PASSWORD_TOO_SHORT)
  .max(limits.password.max, `Password can have at most ${limits.password.max} characters`)
  .refine((text) => !/\s/u.test(text), "Password can't contain spaces")
  .refine(
    (text) => passwordRules.every((rule) => rule.test(text)),
    "Password needs an uppercase letter, a lowercase letter, a number and a special character",
  )
  .meta({ examples: ["Tr1cky-Squirrel!"] });

export const changePassword = route({
  method: "POST",
  path: "/api/auth/change-password",
  summary: "Replace the password; ends the user's other sessions",
  body: z.object({
    currentPassword: knownPassword("Current password is required"),
    newPassword,
  }),
  response: doneResponse,
  refusals: { 409: "The password was changed elsewhere at the same moment." },
});

export const validatePromo = route({
  method: "POST",
  path: "/api/auth/promo/validate",
  summary: "Accept a promo code for one registration in this browser session",
  body: z.object({ promoCode: requiredText("Promo code", limits.promoCode).meta({ examples: ["WALKIES-2026"] }) }),
  response: doneResponse,
  refusals: { 403: "The code can't be used, or another site sent the request (`cross_site`)." },
});

export const checkPromo = route({
  method: "GET",
  path: "/api/auth/promo/check",
  summary:
    "Whether this browser session holds an accepted promo code, or has opened a link to a pet; 403 where it does not",
  response: doneResponse,
  refusals: { 403: "No promo code was accepted in this browser session (`promo_code_required`)." },
});

export const username = z
  .string("Username is required")
  .overwrite(trimUsername)
  .min(1, "Username is required")
  .min(limits.username.min, "Username must be at least 6 characters")
  .max(limits.username.max, `Username can have at most ${limits.username.max} characters`)
  .regex(/^[A-Za-z0-9_-]+$/, "Username can only contain letters, numbers, hyphens, and underscores")
  .meta({ examples: ["robin-walker"] });

export const email = z
  .string("Invalid email address")
  .trim()
  .max(limits.email, "Invalid email address")
  .meta({ examples: ["robin@example.com"] })
  .pipe(z.email("Invalid email address"));

const phoneMessage = "Invalid phone number format. Use formats like: (555) 123-4567, 555-123-4567, or 5551234567";

export const phone = z
  .string(phoneMessage)
  .max(limits.phone, phoneMessage)
  .overwrite(plainPhone)
  .min(1, "Phone is required")
  .refine(isPhone, phoneMessage)
  .meta({ examples: ["(555) 123-4567"] });

export const firstName = requiredText("First name", limits.personName).meta({ examples: ["Robin"] });
export const lastName = requiredText("Last name", limits.personName).meta({ examples: ["Walker"] });

export const registration = z.object({
  username,
  email,
  phone,
  firstName,
  lastName,
  address: requiredText("Address", limits.address).meta({ examples: ["12 Quince Street, Port Ellery"] }),
});
export type Registration = z.output<typeof registration>;

export const register = route({
  method: "POST",
  path: "/api/auth/register",
  summary:
    "Create an account with the accepted promo code or the opened link to a pet; answers with the temporary password, once",
  body: registration.extend({ timeZone: deviceTimeZone }),
  response: z.object({ tempPassword: z.string().meta({ examples: ["Brave-Otter-58!"] }), username: z.string() }),
  refusals: {
    403: "No promo code was accepted (`promo_code_required`), or another site sent the request (`cross_site`).",
    409: "The user name is taken.",
    410: "The link to a pet was used up or taken back at the same moment (`invitation_used_up`, `invitation_revoked`).",
  },
});

export const forgotPassword = route({
  method: "POST",
  path: "/api/auth/forgot-password",
  summary: "Mail a link with which to choose a new password; the same answer whether the address is known or not",
  body: z.object({ email }),
  response: doneResponse,
  refusals: {
    403: "This server sends no mail (`mail_not_set_up`), or another site sent the request (`cross_site`).",
  },
});

const resetToken = z
  .string("The link is not complete")
  .min(1, "The link is not complete")
  .max(200, "The link is not complete")
  .meta({ examples: ["q0Yv9b1kQ2mS7rT4uW8xZ3aC6dE5fG0hJ1kL2mN3pQ4"] });

const linkRefusals = {
  404: "The link was used, has expired, was replaced by a newer one, or never was (`link_not_valid`).",
};

export const checkResetLink = route({
  method: "POST",
  path: "/api/auth/reset-password/check",
  summary: "Whose password a mailed link would replace; uses nothing up",
  body: z.object({ token: resetToken }),
  response: z.object({
    username: z
      .string()
      .nullable()
      .meta({ examples: ["robin-walker"] }),
  }),
  refusals: linkRefusals,
});

export const resetForgotten = route({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Replace a forgotten password, with a mailed link; ends all sessions of the account",
  body: z.object({ token: resetToken, newPassword }),
  response: doneResponse,
  refusals: linkRefusals,
});
