/** What a server that no person looks at says once it is ready. */
export interface ReadyLine {
  url: string;
  /** The file with what the administrator signs in with; absent once somebody has done so. */
  firstSignIn?: string;
}

/** @returns undefined while the line has not come */
export function findReadyLine(printed: string): ReadyLine | undefined {
  const lines = printed.split("\n").slice(0, -1);
  const ready = lines.find((line) => /^\{.*"msg":"Pet .* is ready/.test(line));
  return ready === undefined ? undefined : JSON.parse(ready);
}
