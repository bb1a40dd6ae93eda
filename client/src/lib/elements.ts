import type { ReactElement } from "react";

/**
 * What may stand beside other children. Text may not: a page that the browser translates has other nodes in its place, which
 * React then looks for in vain (decision 068).
 */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[];
