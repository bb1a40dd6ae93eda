/**
 * Counts the house: files and lines of the product (shared, server, client, without tests and data), how long they are, imports that
 * climb, comments, words of the documents.
 *
 *   npm run bench:house [-- --beside CHECKOUT] [--write]
 *
 * `--beside` counts another checkout too, as "before".
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { report } from "./results.ts";

const { values } = parseArgs({ options: { beside: { type: "string" }, write: { type: "boolean", default: false } } });
const root = fileURLToPath(new URL("../", import.meta.url));

const git = (checkout: string, ...args: string[]) =>
  execFileSync("git", ["-C", checkout, ...args], { encoding: "utf8" });
const isCode = (file: string) => /\.(tsx?|mjs)$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const inRooms = (file: string, rooms: readonly string[]) => rooms.some((room) => file.startsWith(`${room}/`));
const linesOf = (text: string) => text.split("\n").length - 1;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function count(checkout: string) {
  const files = git(checkout, "ls-files").trim().split("\n");
  const read = (file: string) => readFileSync(join(checkout, file), "utf8");
  const product = files.filter(
    (file) => isCode(file) && !isTest(file) && inRooms(file, ["shared", "server", "client"]),
  );
  const texts = product.map(read);
  const lengths = texts.map(linesOf).toSorted((a, b) => a - b);
  const others = (rooms: readonly string[], fits: (file: string) => boolean) =>
    sum(files.filter((file) => isCode(file) && inRooms(file, rooms) && fits(file)).map((file) => linesOf(read(file))));
  const documents = files.filter((file) => file.endsWith(".md"));
  return {
    commit: git(checkout, "rev-parse", "--short", "HEAD").trim(),
    "files of the product": product.length,
    "lines of the product": sum(lengths),
    "median lines of a file": lengths[Math.floor(lengths.length / 2)] ?? 0,
    "files of at most 20 lines": lengths.filter((length) => length <= 20).length,
    "files over 200 lines": lengths.filter((length) => length > 200).length,
    "longest line": Math.max(...texts.flatMap((text) => text.split("\n").map((line) => line.length))),
    "imports that climb three folders": sum(
      texts.map((text) => text.match(/(?:from|import\() ?"(?:\.\.\/){3}/g)?.length ?? 0),
    ),
    comments: sum(texts.map((text) => commentsOf(text).length)),
    "lines of comments": sum(texts.flatMap((text) => commentsOf(text).map((comment) => comment.split("\n").length))),
    "lines of tests": others(
      ["shared", "server", "client", "tests", "scripts", "bench"],
      (file) => isTest(file) || file.startsWith("tests/"),
    ),
    "lines of bench": others(["bench"], (file) => !isTest(file)),
    "lines of scripts": others(["scripts"], (file) => !isTest(file)),
    documents: documents.length,
    "words of documents": sum(documents.map((file) => read(file).split(/\s+/).length)),
  };
}

function commentsOf(text: string): string[] {
  const comments: string[] = [];
  const source = ts.createSourceFile("file.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const seen = new Set<number>();
  const visit = (node: ts.Node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ])
      if (!seen.has(range.pos) && node.kind !== ts.SyntaxKind.JsxText) {
        seen.add(range.pos);
        comments.push(text.slice(range.pos, range.end));
      }
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return comments;
}

const after = count(root);
const before = values.beside === undefined ? undefined : count(values.beside);
const beforeOf = new Map(Object.entries(before ?? {}));
const rows = Object.entries(after).map(([figure, value]) => ({
  figure,
  before: beforeOf.get(figure) ?? "",
  after: value,
}));
report("house", [{ title: "The house", rows }], values.write);
