import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/**
 * Checks docs/trust.md: each row names files that exist, and has a test whose title, or that of a describe around it,
 * carries the row's number as `[T17]`. Without reports it reads the sources. With JSON reports of Vitest and Playwright
 * such a test must have passed, and the table of rows with their tests is written to test-results/trust.md.
 *
 *   tsx scripts/trust-table.ts [--report FILE…]
 */
const root = fileURLToPath(new URL("../", import.meta.url));

export interface TaggedTest {
  file: string;
  /** The test's title after those of the describes around it. */
  title: string;
  /** "written": only its source was read. */
  status: "passed" | "failed" | "skipped" | "written";
  /** Of a browser test. */
  error?: string | undefined;
}

interface Row {
  number: number;
  promise: string;
  /** The files that keep the promise, each in backticks. */
  where: string;
}

/** Reads `| number | what must hold | where |`; a cell's own bars are written `\|`. */
export function readRows(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| *(\d+) *\|(.+)\|$/gm)].map(([line, number, cells = ""]) => {
    const [promise = "", where = "", ...more] = cells.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (promise === "" || where === "" || more.length > 0) throw new Error(`A row needs three cells: ${line}`);
    return { number: Number(number), promise, where };
  });
}

export const readTrust = (): Row[] => readRows(readFileSync(join(root, "docs/trust.md"), "utf8"));

export const filesOf = ({ where }: Row): string[] => [...where.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);

const tagsOf = (title: string) => [...title.matchAll(/\[T(\d+)\]/g)].map(([, number]) => Number(number));
const testsOf = (row: Row, tests: readonly TaggedTest[]) =>
  tests.filter(({ title }) => tagsOf(title).includes(row.number));

export function findProblems(rows: readonly Row[], tests: readonly TaggedTest[]): string[] {
  const known = new Set(rows.map(({ number }) => number));
  return [
    ...rows.flatMap(({ number }, index) =>
      number > (rows[index - 1]?.number ?? 0) ? [] : [`Row ${number} is out of order.`],
    ),
    ...rows.flatMap((row) =>
      filesOf(row)
        .filter((file) => !existsSync(join(root, file)))
        .map((file) => `Row ${row.number} names ${file}, which is not there.`),
    ),
    ...rows.flatMap((row) =>
      testsOf(row, tests).some(({ status }) => status === "passed" || status === "written")
        ? []
        : [`Row ${row.number} is proven by no test: none with [T${row.number}] passed.`],
    ),
    ...tests.flatMap(({ file, title, status }) => [
      ...tagsOf(title).flatMap((tag) => (known.has(tag) ? [] : [`There is no row for [T${tag}] of ${file}.`])),
      ...(status === "failed" && tagsOf(title).length > 0 ? [`This test failed: ${file} › ${title}`] : []),
    ]),
  ];
}

/** One entry for each test file, with all tags in it as the title. */
export function readSources(): TaggedTest[] {
  const files = ["shared", "server", "client", "tests", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => {
      const tags = tagsOf(readFileSync(join(root, file), "utf8"));
      return { file, title: tags.map((tag) => `[T${tag}]`).join(" "), status: "written" };
    });
}

/** The files with a test of each row. */
export function readTestFiles(): Map<number, string[]> {
  const files = new Map<number, string[]>();
  for (const { file, title } of readSources())
    for (const row of new Set(tagsOf(title))) files.set(row, [...(files.get(row) ?? []), file]);
  return files;
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
const playwrightSuite = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })).optional(),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
});

export function readReport(content: unknown): TaggedTest[] {
  const vitest = vitestReport.safeParse(content);
  if (!vitest.success) {
    const { config, suites } = playwrightReport.parse(content);
    return suites.flatMap((suite) => readSuite(suite, [], relative(root, config.rootDir)));
  }
  return vitest.data.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      title: [...ancestorTitles, title].join(" › "),
      status: status === "passed" || status === "failed" ? status : "skipped",
    })),
  );
}

/** A suite of Playwright is a file, then each describe within it. */
function readSuite(
  { file, specs, suites = [] }: z.output<typeof playwrightSuite>,
  around: readonly string[],
  folder: string,
): TaggedTest[] {
  const own = specs.map(({ title, ok, tests }): TaggedTest => {
    const wasRun = tests.some(({ status }) => status === "expected" || status === "flaky");
    const status = !ok ? "failed" : wasRun ? "passed" : "skipped";
    const error = tests.flatMap(({ results = [] }) => results).find((result) => result.error !== undefined)?.error;
    return { file: join(folder, file), title: [...around, title].join(" › "), status, error: error?.message };
  });
  return [...own, ...suites.flatMap((inner) => readSuite(inner, [...around, inner.title], folder))];
}

/** Every row with the tests of a run. A test that was run by several browsers stands once. */
export function tableOf(rows: readonly Row[], tests: readonly TaggedTest[]): string {
  const lines = rows.map((row) => {
    const proofs = testsOf(row, tests).map(({ file, title, status }) => {
      const text = `${file} › ${title.replaceAll(/ *\[T\d+\]/g, "")}`.replaceAll("|", "\\|");
      return status === "passed" ? text : `${text} (${status})`;
    });
    return `| ${row.number} | ${row.promise} | ${[...new Set(proofs)].join("<br>")} |`;
  });
  return ["| # | What must hold | Tests |", "|---|---|---|", ...lines, ""].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = readTrust();
  const reports = process.argv[2] === "--report" ? process.argv.slice(3) : [];
  const tests = reports.flatMap((path) => readReport(JSON.parse(readFileSync(path, "utf8"))));
  if (reports.length > 0) {
    mkdirSync(join(root, "test-results"), { recursive: true });
    writeFileSync(join(root, "test-results/trust.md"), tableOf(rows, tests));
  }
  const problems = findProblems(rows, reports.length > 0 ? tests : readSources());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${rows.length} rows, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
