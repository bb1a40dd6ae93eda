import { spawn } from "node:child_process";

const shell = process.platform === "win32";

/** Runs a command whose output is printed as it comes. @returns its exit code */
export function runHere(
  command: string,
  parameters: string[],
  variables: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, parameters, { stdio: "inherit", shell, env: { ...process.env, ...variables } });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
}

/** Runs a command beside others: its output is printed in one piece when it ends. @returns its exit code */
export function runBeside(
  command: string,
  parameters: string[],
  variables: Record<string, string> = {},
): Promise<number> {
  const env = { ...process.env, ...variables };
  const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"], shell, env });
  const printed: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => printed.push(piece));
  child.stderr.on("data", (piece: Buffer) => printed.push(piece));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(status ?? 1);
    });
  });
}
