import { type PluginObj, transformAsync, types } from "@babel/core";
import macros from "@lingui/babel-plugin-lingui-macro";
import { makeConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import lingui from "../lingui.config.ts";

const linguiConfig = makeConfig(lingui, { skipValidation: true });
const po = formatter();

/**
 * Builds the sentences of the screens (client/locales/README.md). English stays in the code, compiled, so that it is there
 * without a catalog. A catalog becomes a module with what its language says in its place.
 */
export const translatedTexts: Plugin[] = [
  {
    name: "english-texts",
    enforce: "pre",
    transform: {
      filter: { id: /\/client\/src\/.*\.tsx?$/, code: /@lingui\/(?:core|react)\/macro/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ["typescript", "jsx"] },
          plugins: [[macros, { linguiConfig, stripMessageField: false }], compiledEnglish],
        });
        return result?.code == null ? undefined : { code: result.code, map: result.map ?? null };
      },
    },
  },
  {
    name: "catalogs",
    transform: {
      filter: { id: /\/client\/locales\/\w+\.po$/ },
      handler: async (text) => ({
        code: `export const messages = ${JSON.stringify(await compiledCatalog(text))};`,
        map: null,
      }),
    },
  },
];

/** What the macros leave as `message: "Hello {name}"`, as what needs no parser in the browser. */
function compiledEnglish(): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (program) =>
          program.traverse({
            ObjectExpression({ node: { properties } }) {
              const [id, message] = properties;
              if (textOf(id, "id") === undefined || !types.isObjectProperty(message)) return;
              const text = textOf(message, "message");
              if (text !== undefined) message.value = types.valueToNode(compileMessage(text));
            },
          }),
      },
    },
  };
}

function textOf(property: types.Node | undefined, name: string): string | undefined {
  const isNamed = types.isObjectProperty(property) && types.isIdentifier(property.key, { name });
  return isNamed && types.isStringLiteral(property.value) ? property.value.value : undefined;
}

/** The translations by the ids of their messages. What has none yet is left to the English in the code. */
async function compiledCatalog(text: string): Promise<Record<string, unknown>> {
  const entries = await po.parse(text, { locale: null, sourceLocale: "en", filename: "" });
  return Object.fromEntries(
    Object.entries(entries)
      .filter(([, { translation, obsolete }]) => translation && obsolete !== true)
      .map(([id, { translation }]) => [id, compileMessage(translation ?? "")]),
  );
}
