import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { newPassword } from "#shared/api/auth.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { temporaryPassword } from "./passwords.ts";

const capital = (word: string) => word.replace(/[a-z]/, (letter) => letter.toUpperCase());
/** The disguises in which a common password satisfies the rule. */
const disguises = [
  (word: string) => `${capital(word)}1!`,
  (word: string) => `${capital(word)}2026!`,
  (word: string) => `!${capital(word)}7`,
  (word: string) => `${capital(word).replace("a", "@").replace("o", "0")}1!`,
];

describe("a common password", () => {
  it("is known in each disguise that the rule admits, all 10,000 of them [T5]", async () => {
    const common = dictionary["passwords-common"]
      .slice(0, 10_000)
      .filter((word) => /[a-z]/.test(word) && word.length > 3);
    expect(common.length).toBeGreaterThan(8_000);
    const missed: string[] = [];
    let tried = 0;
    for (const word of common)
      for (const disguise of disguises) {
        const password = disguise(word);
        if (!newPassword.safeParse(password).success) continue;
        tried += 1;
        if (!(await isCommonPassword(password))) missed.push(password);
      }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(25_000);
  });

  it.each([
    "Password1!",
    "P@ssw0rd",
    "P@ssw0rd1!",
    "P455w0rd!",
    "Passw0rd!2026",
    "PASSWORDpassword1!",
    "Password1!Password1!",
    "Qwerty1!qwerty1!QWERTY1!",
    "Qwerty123!",
    "1Qaz2wsx!",
    "Abc123!@#",
    "Aa123456!",
    "!Welcome2026",
    "L3tme1n!!",
    "Adm1n123!",
    "Ｐassword1!",
  ])("is %s", async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });
});

describe("a good password", () => {
  it.each([
    "Good-Dog-2026!",
    "Better-Dog-2026!",
    "Correct-Horse-9-Battery",
    "Purple7Monkey!Dishwasher",
    "Biscuit-loves-4-walks!",
    "Der-Hund-frisst-3-Würste!",
    "Tr0ub4dor&3x",
    "犬がAaだいすき-42!",
    "Wh1te-Tern-Over-Sea",
    "xK9#mQ2$vL",
    "Kitchen-42-Lamp!",
    "My dog ate 3 socks!".replaceAll(" ", "-"),
  ])("is %s [T5]", async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  it("is every temporary one", async () => {
    for (let round = 0; round < 2_000; round++) {
      const password = temporaryPassword();
      expect(await isCommonPassword(password), password).toBe(false);
    }
  });
});
