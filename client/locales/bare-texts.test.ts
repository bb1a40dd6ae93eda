import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const client = fileURLToPath(new URL("../src/", import.meta.url));
/** What is not shown to people, or is no word of ours. */
const otherAttributes = /^(?:className|data-.*|d|href|id|key|lang|src|srcLang|type|value|viewBox)$/;
const shownFields = /^(?:description|hint|label|notice|placeholder|summary|text|title)$/;
/** Said to a pet, or by it: these go with the pet's language. Shrinks. */
const known = [
  "features/landing/landing-page.tsx",
  "features/landing/try-out/try-out.tsx",
  "features/admin/permissions/create-permission-dialog.tsx",
  "features/speaker/speaker-page.tsx",
];

/** Texts of a screen that no catalog has, because no macro is around them. */
function bareTexts(name: string, code: string): string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && /^(?:Trans|code)$/.test(node.openingElement.tagName.getText())) return;
    const text = textOf(node);
    if (text !== undefined && /[a-z]{2}/i.test(text)) found.push(`${name}: ${text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text;
  if (!ts.isStringLiteralLike(node)) return undefined;
  const { parent, text } = node;
  const isShown =
    (ts.isJsxAttribute(parent) && !otherAttributes.test(parent.name.getText())) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === node && shownFields.test(parent.name.getText())) ||
    (ts.isConditionalExpression(parent) &&
      ts.isJsxExpression(parent.parent) &&
      !ts.isJsxAttribute(parent.parent.parent));
  const isLabel = ts.isPropertyAssignment(parent) && parent.name.getText() === "label";
  return isShown && (isLabel || /^[A-Z][a-z']/.test(text)) ? text : undefined;
}

it("finds a text that is not translated", () => {
  const code =
    '<p title="Bare"><b>Bare too</b><Trans>Not <i>this</i></Trans>{isOn ? "On" : t`Off`}{toast({ title: "Done" })}</p>';
  expect(bareTexts("a.tsx", code)).toEqual(["a.tsx: Bare", "a.tsx: Bare too", "a.tsx: On", "a.tsx: Done"]);
});

/** Sentences in which one name stands for two values: the last would be shown in both places. */
function doubleNames(name: string, code: string): string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && ts.isTemplateExpression(node.template)) {
      const values = new Map<string, string>();
      for (const { expression } of node.template.templateSpans) {
        const [key, value] = namedValue(expression);
        if ((values.get(key) ?? value) !== value) found.push(`${name}: ${key}`);
        values.set(key, value);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function namedValue(expression: ts.Expression): [name: string, value: string] {
  const [property] = ts.isObjectLiteralExpression(expression) ? expression.properties : [];
  if (property === undefined || !ts.isPropertyAssignment(property)) {
    const name = property?.name?.getText() ?? expression.getText();
    return [name, name];
  }
  return [property.name.getText(), property.initializer.getText()];
}

const sources = readdirSync(client, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|^offline\//.test(file) && !known.includes(file),
);

it("has no text on a screen that is not in the catalogs [T155]", () => {
  expect(sources.flatMap((file) => bareTexts(file, readFileSync(client + file, "utf8")))).toEqual([]);
});

it("finds a name that stands for two values in a sentence", () => {
  const code =
    "t`@{{ pet: words(pet) }} of @{pet}`; t`@{{ pet: agent.name }} of @{owner}, @{{ pet: agent.name }}`".replaceAll(
      "@",
      "$",
    );
  expect(doubleNames("a.tsx", code)).toEqual(["a.tsx: pet"]);
});

it("has one value for a name in each sentence", () => {
  expect(sources.flatMap((file) => doubleNames(file, readFileSync(client + file, "utf8")))).toEqual([]);
});
