import { configure } from "@testing-library/react";

/** Before each component test: queries wait longer than their library's second, for machines are busy. */
configure({ asyncUtilTimeout: 15_000 });
