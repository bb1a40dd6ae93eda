import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { z } from "zod";

/**
 * Checks docs/trust.md: every line has its row without an empty cell, and each test that a row names is in the sources
 * under just that title. With `--report FILE…` (JSON reports of Vitest or Playwright) also that each was run and passed.
 *
 *   tsx scripts/trust-table.ts [--report FILE…]
 */
const LINES = 121;
const root = fileURLToPath(new URL("../", import.meta.url));
const reports = process.argv.includes("--report") ? process.argv.slice(process.argv.indexOf("--report") + 1) : [];

interface NamedTest {
  line: number;
  file: string;
  title: string;
}

const problems: string[] = [];
const titles = new Map<string, ReadonlySet<string>>();

function compare(): void {
  const rows = readRows(readFileSync(`${root}docs/trust.md`, "utf8"));
  const named = rows.flatMap(({ line, tests }) => readTests(line, tests));
  checkNumbers(rows.map(({ line }) => line));
  for (const test of named) checkSource(test);
  if (reports.length > 0) checkReports(named, reports.flatMap(readReport));

  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${rows.length} of ${LINES} lines, ${named.length} tests named, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** `| number | what | where | tests |`; a cell's own bars are written `\|`. */
function readRows(markdown: string): { line: number; tests: string }[] {
  return markdown.split("\n").flatMap((text) => {
    if (!/^\|\s*\d+\s*\|/.test(text)) return [];
    const cells = text
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
    const line = Number(cells[0]);
    if (cells.length !== 4) problems.push(`Line ${line} has ${cells.length} cells and not 4.`);
    if (cells.some((cell) => cell === "")) problems.push(`Line ${line} has an empty cell.`);
    return [{ line, tests: cells[3] ?? "" }];
  });
}

function checkNumbers(numbers: readonly number[]): void {
  for (let line = 1; line <= LINES; line++) if (!numbers.includes(line)) problems.push(`Line ${line} is missing.`);
  numbers.forEach((line, index) => {
    if (line < 1 || line > LINES) problems.push(`Line ${line} is none of the ${LINES}.`);
    if (index > 0 && line <= (numbers[index - 1] ?? 0)) problems.push(`Line ${line} is there twice or out of order.`);
  });
}

/** `file › title`, one after another with `<br>` between; a title's own backquotes are not used. */
function readTests(line: number, cell: string): NamedTest[] {
  return cell.split(/\s*<br>\s*/).flatMap((text) => {
    const [file, title] = text.replaceAll("`", "").split(/ › (.*)/s);
    if (file === undefined || title === undefined || title === "") {
      problems.push(`Line ${line} names no test: ${text}`);
      return [];
    }
    return [{ line, file: file.trim(), title: title.trim() }];
  });
}

function checkSource({ line, file, title }: NamedTest): void {
  if (!existsSync(`${root}${file}`)) {
    problems.push(`Line ${line}: there is no ${file}.`);
    return;
  }
  const known = titles.get(file) ?? titlesOf(file);
  titles.set(file, known);
  if (!known.has(title)) problems.push(`Line ${line}: ${file} has no test '${title}'.`);
}

/** Every title of the file, with those of the describes around it: `describe › it`. Both as written, with %s and all. */
function titlesOf(file: string): Set<string> {
  const source = ts.createSourceFile(file, readFileSync(`${root}${file}`, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const [name, title] = ts.isCallExpression(node) ? callOf(node) : [undefined, undefined];
    if (title !== undefined && (name === "it" || name === "test")) found.add([...around, title].join(" › "));
    const inside = title !== undefined && name === "describe" ? [...around, title] : around;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, []);
  return found;
}

/** The name of what is called and its title: of `it("…")`, `it.each(…)("…")`, `test.describe("…")` and their like. */
function callOf(call: ts.CallExpression): [string | undefined, string | undefined] {
  const [title] = call.arguments;
  if (title === undefined || !ts.isStringLiteralLike(title)) return [undefined, undefined];
  let callee: ts.Expression = call.expression;
  let name = "";
  for (;;) {
    if (ts.isCallExpression(callee) || ts.isTaggedTemplateExpression(callee))
      callee = ts.isCallExpression(callee) ? callee.expression : callee.tag;
    else if (ts.isPropertyAccessExpression(callee)) {
      if (callee.name.text === "describe") return ["describe", title.text];
      callee = callee.expression;
    } else break;
  }
  if (ts.isIdentifier(callee)) name = callee.text;
  return [name, title.text];
}

interface Outcome {
  file: string;
  title: string;
  status: "passed" | "failed" | "skipped";
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

interface Suite {
  title: string;
  file: string;
  specs: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: Suite[] | undefined;
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    file: z.string(),
    specs: z.array(z.object({ title: z.string(), ok: z.boolean(), tests: z.array(z.object({ status: z.string() })) })),
    suites: z.array(suite).optional(),
  }),
);
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suite),
});

function readReport(path: string): Outcome[] {
  const content: unknown = JSON.parse(readFileSync(path, "utf8"));
  const vitest = vitestReport.safeParse(content);
  if (vitest.success)
    return vitest.data.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: relative(root, name),
        title: [...ancestorTitles, title].join(" › "),
        status: status === "passed" || status === "failed" ? status : "skipped",
      })),
    );
  const { config, suites } = playwrightReport.parse(content);
  return suites.flatMap((one) => outcomesOf(one, [], config.rootDir));
}

/** A suite of Playwright is a file, then each describe within it. */
function outcomesOf({ file, specs, suites = [] }: Suite, around: readonly string[], rootDir: string): Outcome[] {
  const own = specs.map(({ title, ok, tests }) => {
    const wasRun = tests.some(({ status }) => status === "expected" || status === "flaky");
    const status: Outcome["status"] = ok ? (wasRun ? "passed" : "skipped") : "failed";
    return { file: relative(root, `${rootDir}/${file}`), title: [...around, title].join(" › "), status };
  });
  return [...own, ...suites.flatMap((inner) => outcomesOf(inner, [...around, inner.title], rootDir))];
}

/** A title with %s, $name and the like stands for all tests that were made of it. */
function checkReports(tests: readonly NamedTest[], outcomes: readonly Outcome[]): void {
  for (const { line, file, title } of tests) {
    const pattern = patternOf(title);
    const runs = outcomes.filter((outcome) => outcome.file === file && pattern.test(outcome.title));
    if (runs.some(({ status }) => status === "failed"))
      problems.push(`Line ${line}: '${title}' of ${file} did not pass.`);
    else if (!runs.some(({ status }) => status === "passed"))
      problems.push(`Line ${line}: '${title}' of ${file} was not run.`);
  }
}

function patternOf(title: string): RegExp {
  const parts = title.split(/%(?:\.\d+)?[sdifjoOp#$]|\$[\w.]+/);
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`, "s");
}

compare();
