import { spawn } from "node:child_process";

export interface ProcessResult {
  code: number | null;
  output: string;
}

export interface Identity {
  uid?: number;
  gid?: number;
}

interface RunOptions extends Identity {
  env?: NodeJS.ProcessEnv;
  /** An open folder that the program finds as its file descriptor 3. */
  folder?: number;
}

/** Runs a program to its end. Never rejects: a program that can't be started has code null and the reason as its output. */
export function run(file: string, args: string[], { folder, ...options }: RunOptions = {}) {
  return new Promise<ProcessResult>((done) => {
    let output = "";
    const collect = (part: Buffer) => {
      output += part.toString();
    };
    try {
      const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe", folder ?? "ignore"] });
      child.stdout?.on("data", collect);
      child.stderr?.on("data", collect);
      child.once("error", (error) => done({ code: null, output: error.message }));
      child.once("close", (code) => done({ code, output: output.trim() }));
    } catch (error) {
      // spawn throws at once, rather than by event, for some causes (EACCES, EPERM on another uid).
      done({ code: null, output: String(error) });
    }
  });
}
