import { configure } from "@testing-library/react";
import { WAIT_TIMEOUT_MS } from "./timeouts.ts";

/** Before each component test: queries wait longer than their library's second. */
configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS });
