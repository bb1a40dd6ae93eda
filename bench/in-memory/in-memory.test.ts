import { describe, expect, it } from "vitest";
import { languages } from "#server/understanding/languages/languages.ts";
import { judgeLanguage, saysOfNow } from "./judge.ts";

describe.each(languages.map((language) => [language.code, language] as const))(
  "a pet in memory, in %s",
  (_code, language) => {
    it("says nothing of now in any of its phrases", () => {
      const says = Object.values(language.inMemory.phrases).flatMap((list) => list.map(({ say }) => say));
      expect(says.filter((say) => saysOfNow(say, language))).toEqual([]);
    });

    it("is never alive and never waits, whatever it is asked, and answers what was asked", async () => {
      const judged = await judgeLanguage(language, "seen");
      expect(judged.length).toBe(50);
      expect(judged.filter(({ isOfNow }) => isOfNow)).toEqual([]);
      expect(judged.filter(({ isAnswered }) => isAnswered).length).toBeGreaterThanOrEqual(40);
    });
  },
);
