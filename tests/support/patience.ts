/** Before each test file: queries of component tests wait longer than their library's second, for machines are busy. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 15_000 });
}

export {};
