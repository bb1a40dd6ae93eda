/**
 * How long tests wait. Machines are busy and only what fails takes so long, so no test has limits of its own, but for
 * those that measure a limit of the product.
 */

/** For one test, or one hook before or after it. */
export const TEST_TIMEOUT_MS = 240_000;
/** For one thing that must come: `expect.poll`, and the queries of component tests. */
export const WAIT_TIMEOUT_MS = 40_000;
