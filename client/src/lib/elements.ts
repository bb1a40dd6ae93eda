import type { ReactElement } from "react";

/**
 * Children without bare text: a page that the browser translates has other nodes in place of its text nodes, which
 * React then looks for in vain (decision 068).
 */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[];
