import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

/** Where the sentences of the screens are found, and where their translations lie. English in the code is the source. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "es", "fr", "de", "it", "pt", "nl", "ru", "ar", "hi", "zh", "ja", "ko"],
  catalogs: [
    {
      path: "<rootDir>/client/locales/{locale}",
      include: ["<rootDir>/client/src"],
      exclude: ["**/*.test.ts", "**/*.test.tsx", "**/lib/i18n.tsx"],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: "origin",
  runtimeConfigModule: { i18n: ["@/lib/i18n.tsx", "i18n"], Trans: ["@/lib/i18n.tsx", "Trans"] },
});
