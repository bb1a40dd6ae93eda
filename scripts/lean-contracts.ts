import type { ESTree, Plugin } from "vite";

/** The parts of a contract with which a browser makes its call (client/src/lib/api.ts). */
const sentParts = new Set(["method", "path", "upload"]);
const otherParts = new Set([
  "params",
  "query",
  "body",
  "response",
  "events",
  "webSocket",
  "media",
  "empty",
  "fromAnyPage",
  "refusals",
]);
const SCHEMAS = "?schemas";

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Leaves the schemas of calls out of the browser's build, and with them the validation library wherever no form uses it:
 * the server has checked by the same schema what it sends, and development and tests check it again (decision 001).
 *
 * A module of shared/ keeps its contracts, with nothing but what a call is sent by. Its schemas are another module, which
 * is loaded with the form that imports one. A client module that reads a schema off a contract fails the build.
 */
export const leanContracts: Plugin = {
  name: "lean-contracts",
  apply: "build",
  transform: {
    filter: { id: /\/(?:shared|client\/src)\/.*\.tsx?(?:\?schemas)?$/ },
    handler(code, id) {
      const program = this.parse(code, { lang: id.endsWith("x") ? "tsx" : "ts" });
      if (!/\/shared\//.test(id)) {
        const part = partReadOff(program, code);
        if (part !== undefined)
          this.error(`${part} is not in the browser's build: export the schema by its own name from shared/.`);
        return undefined;
      }
      const edits = program.body.flatMap((statement) => lean(statement, code, id));
      return { code: withEdits(code, edits), map: null, moduleSideEffects: false };
    },
  },
};

function lean(statement: ESTree.Directive | ESTree.Statement, code: string, id: string): Edit[] {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type !== "VariableDeclaration") return [];
  const [declared] = declaration.declarations;
  if (declared?.init == null || declared.id.type !== "Identifier") return [];
  const { init } = declared;
  const contract = contractIn(init);
  if (contract !== undefined) return [{ start: contract.start, end: contract.end, text: sentPartsOf(contract, code) }];
  if (!isSchema(init, code)) return [];
  // Schemas go by another way where somebody else may need them, so that they need not be loaded with the contracts.
  if (statement !== declaration && !id.endsWith(SCHEMAS)) {
    const name = declared.id.name;
    const from = JSON.stringify(id + SCHEMAS);
    const { start, end } = statement;
    return [{ start, end, text: `import { ${name} } from ${from}; export { ${name} };` }];
  }
  // What is made by a call in a function that is marked as pure is left out where nothing uses it.
  return [
    { start: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" },
    { start: init.end, end: init.end, text: "))()" },
  ];
}

function contractIn(init: ESTree.Expression): ESTree.ObjectExpression | undefined {
  if (init.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "route")
    return undefined;
  const [contract] = init.arguments;
  return contract?.type === "ObjectExpression" ? contract : undefined;
}

function sentPartsOf({ properties }: ESTree.ObjectExpression, code: string): string {
  const kept = properties.filter(
    (property) =>
      property.type === "Property" && property.key.type === "Identifier" && sentParts.has(property.key.name),
  );
  return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(", ")} }`;
}

/** What a call makes, parts of schemas as fields of an object, and functions that make schemas. */
function isSchema(init: ESTree.Expression, code: string): boolean {
  const text = code.slice(init.start, init.end);
  if (init.type === "ObjectExpression") return text.includes("(");
  return init.type === "CallExpression" || /\bz\./.test(text);
}

/** 'updateUser.body', where a module reads a part of an imported contract that the build leaves out. */
function partReadOff(program: ESTree.Program, code: string): string | undefined {
  const imported = program.body.flatMap((statement) =>
    statement.type === "ImportDeclaration" && /(?:^#|\/)shared\/api\//.test(statement.source.value)
      ? statement.specifiers.map(({ local }) => local.name)
      : [],
  );
  if (imported.length === 0) return undefined;
  const uses = code.matchAll(new RegExp(`\\b(?:${imported.join("|")})\\.(\\w+)`, "g"));
  return [...uses].find(([, part = ""]) => otherParts.has(part))?.[0];
}

function withEdits(code: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}
