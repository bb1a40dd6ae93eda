import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * `npm run check:text`: finds text that is not alone in its element. React keeps such text as a text node of its own. A
 * browser that translates the page puts other nodes in its place, and React then crashes, or changes words that nobody
 * sees (decision 068).
 */
const root = fileURLToPath(new URL("../", import.meta.url));

/** Where text stands loose, as `file:line: the text`, in the components among `files`. */
export function looseText(files: readonly string[], options: ts.CompilerOptions, host?: ts.CompilerHost): string[] {
  const program = ts.createProgram(files, options, host);
  const types = program.getTypeChecker();
  return files
    .map((file) => program.getSourceFile(file))
    .filter((source) => source !== undefined)
    .flatMap((source) => [...looseNodes(source, types)].map((node) => placeOf(node, source)));
}

function* looseNodes(node: ts.Node, types: ts.TypeChecker): Generator<ts.Node> {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) yield* looseChildren(node, types);
  else if (isComponent(node) && resultsOf(node, types).some((result) => mayBeText(result, types))) yield node;
  for (const child of node.getChildren()) yield* looseNodes(child, types);
}

function looseChildren(parent: ts.JsxElement | ts.JsxFragment, types: ts.TypeChecker): ts.Node[] {
  if (isSentence(parent)) return [];
  const children = parent.children.filter(isShown);
  if (children.length > 1 || passesChildrenOn(parent, types)) return children.filter((child) => isText(child, types));
  return children.filter((child) => ts.isJsxExpression(child) && isList(child, types));
}

/** What `Trans` (client/src/lib/i18n.tsx) puts into elements by itself. */
const isSentence = (parent: ts.JsxElement | ts.JsxFragment): boolean =>
  ts.isJsxElement(parent) && parent.openingElement.tagName.getText() === "Trans";

/** JSX leaves out line breaks between elements, and comments. */
const isShown = (child: ts.JsxChild): boolean =>
  ts.isJsxText(child)
    ? !child.containsOnlyTriviaWhiteSpaces
    : !ts.isJsxExpression(child) || child.expression !== undefined;

/** A fragment, a context or a boundary: no element, so that its children stand beside those around it. */
function passesChildrenOn(parent: ts.JsxElement | ts.JsxFragment, types: ts.TypeChecker): boolean {
  if (ts.isJsxFragment(parent)) return true;
  const kind = types.getTypeAtLocation(parent.openingElement.tagName).symbol?.name ?? "";
  return ["Context", "Provider", "ProviderExoticComponent", "ExoticComponent"].includes(kind);
}

function isText(child: ts.JsxChild, types: ts.TypeChecker): boolean {
  if (ts.isJsxText(child)) return true;
  return (
    ts.isJsxExpression(child) && child.expression !== undefined && mayBeText(shownType(child.expression, types), types)
  );
}

function isList(child: ts.JsxExpression, types: ts.TypeChecker): boolean {
  if (child.expression === undefined) return false;
  const lists = partsOf(shownType(child.expression, types)).filter((part) => types.isArrayLikeType(part));
  return lists.some((list) => mayBeText(list, types));
}

/** Of `a && b` only b is shown: an empty text, an empty list and nothing look the same. */
function shownType(expression: ts.Expression, types: ts.TypeChecker): ts.Type {
  const isCondition =
    ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return types.getTypeAtLocation(isCondition ? expression.right : expression);
}

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

const textLike = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.Any;

function mayBeText(type: ts.Type, types: ts.TypeChecker, seen: ReadonlySet<ts.Type> = new Set()): boolean {
  if (seen.has(type)) return false;
  const within = new Set([...seen, type]);
  return partsOf(type).some((part) => {
    if ((part.flags & textLike) !== 0) return !part.isStringLiteral() || part.value !== "";
    const items = types.isArrayLikeType(part) ? types.getIndexTypeOfType(part, ts.IndexKind.Number) : undefined;
    return items !== undefined && mayBeText(items, types, within);
  });
}

/** A function whose name begins with a capital letter. */
function isComponent(node: ts.Node): node is ts.SignatureDeclaration {
  if (ts.isFunctionDeclaration(node)) return /^[A-Z]/.test(node.name?.text ?? "");
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const owner = ts.isCallExpression(node.parent) ? node.parent.parent : node.parent;
  return ts.isVariableDeclaration(owner) && /^[A-Z]/.test(owner.name.getText());
}

const resultsOf = (component: ts.SignatureDeclaration, types: ts.TypeChecker): ts.Type[] =>
  types
    .getTypeAtLocation(component)
    .getCallSignatures()
    .map((signature) => signature.getReturnType());

function placeOf(node: ts.Node, source: ts.SourceFile): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName}:${line + 1}: ${node.getText().trim().split("\n")[0]}`;
}

function checkClient(): void {
  const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const components = ts.sys.readDirectory(`${root}client/src`, [".tsx"], ["**/*.test.tsx"]);
  const found = looseText(components, options);
  if (found.length === 0) return;
  process.stderr.write(`${found.map((place) => place.replace(root, "")).join("\n")}\n`);
  process.stderr.write("Give this text an element of its own, or write it as one text in a template string.\n");
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkClient();
