import { afterAll, beforeAll, vi } from "vitest";

/*
 * Test files take turns in one process. A file that leaves something behind fails itself, so that it can make no other
 * file pass or fail.
 */

/** Set once a process, by the first file that loads the library (of `VIPSHOME`: libvips, below sharp). */
const setByLibraries = ["IS_REACT_ACT_ENVIRONMENT", "awslambda", "VIPSHOME"];

let globals: Map<string, PropertyDescriptor | undefined>;
let variables: NodeJS.ProcessEnv;

beforeAll(() => {
  globals = currentGlobals();
  variables = { ...process.env };
});

afterAll(() => {
  const left = vi.isFakeTimers() ? ["fake timers"] : [];
  if (vi.isMockFunction(performance.now)) left.push("a spy on the clock");
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  const now = currentGlobals();
  for (const name of new Set([...globals.keys(), ...now.keys()]))
    if (!setByLibraries.includes(name) && !isSame(globals.get(name), now.get(name))) left.push(`the global ${name}`);
  for (const name of new Set([...Object.keys(variables), ...Object.keys(process.env)]))
    if (!setByLibraries.includes(name) && variables[name] !== process.env[name]) left.push(`the variable ${name}`);
  if (left.length > 0) throw new Error(`This file leaves behind: ${left.join(", ")}`);
});

const currentGlobals = () =>
  new Map(
    Object.getOwnPropertyNames(globalThis).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  );

/** Node.js puts some in place when they are first used: what was a getter is the value then. */
const isSame = (before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined) =>
  before !== undefined && after !== undefined && (before.get !== undefined || Object.is(before.value, after.value));
