import { screenLanguages } from "#shared/screen-languages.ts";
import { runHere } from "./run-command.ts";

/** `npm run walks`: every main screen in each language (tests/e2e/languages.spec.ts), from a build of now. */
const variables = { WALKED_LANGUAGES: Object.keys(screenLanguages).join() };
process.exitCode =
  (await runHere("npm", ["run", "--silent", "build", "--", "--unchecked"])) ||
  (await runHere("npx", ["playwright", "test", "tests/e2e/languages.spec.ts"], variables));
