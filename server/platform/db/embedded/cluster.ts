import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "#shared/operator-error.ts";
import type { Binaries } from "./binaries.ts";
import { isServed, run } from "./processes.ts";
import { chooseServerUser, type ServerUser } from "./server-user.ts";

export const DATABASE_NAME = "pettalk";
export const ROLE_NAME = "pettalk";

/** PostgreSQL would obey PG* variables. On Windows its programs need the system's. */
export const SERVER_ENV: NodeJS.ProcessEnv | undefined = process.platform === "win32" ? undefined : { LC_ALL: "C" };

/** Of `<DATA_DIR>/postgres`: data/, password (0600), server.log, and the lease of the running server. */
export interface Cluster {
  folder: string;
  data: string;
  password: string;
  user: ServerUser;
}

export async function openCluster(binaries: Binaries, dataDir: string, durable: boolean): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const parent = await realpath(dataDir);
  const folder = join(parent, "postgres");
  const data = join(folder, "data");
  const user = await chooseServerUser(binaries, parent, data, () => isServed(data));
  if (!(await isFile(join(data, "PG_VERSION")))) await createCluster(binaries, parent, folder, user, durable);
  await checkVersion(binaries, data);
  if (user.owner && (await stat(data)).uid !== user.owner.uid) await giveTo(folder, user.owner);
  // The server knows only a digest, so its user need not read it.
  if (user.owner) await chown(join(folder, "password"), process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  const password = (await readFile(join(folder, "password"), "utf8")).trim();
  return { folder, data, password, user };
}

/** Made under another name and renamed, so that neither a crash nor a second process leaves half a cluster. */
async function createCluster(binaries: Binaries, parent: string, folder: string, user: ServerUser, durable: boolean) {
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? [] : ["?"]));
  if (present.length > 0) throw new OperatorError(`${folder} is not empty but holds no database. Move it away.`);
  const around = await mkdtemp(join(parent, "postgres.new-"));
  const draft = join(around, "postgres");
  try {
    // Elsewhere than on Linux initdb needs a way through it.
    if (user.named && process.platform !== "linux") await chmod(around, 0o711);
    await mkdir(draft, { mode: 0o700 });
    await writeFile(join(draft, "password"), `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
    if (user.named) await giveTo(draft, user.named.owner);
    await initialize(binaries, draft, user, durable);
    if (user.owner) await giveTo(draft, user.owner);
    try {
      await rename(draft, folder);
    } catch (error) {
      if (!(await isFile(join(folder, "data", "PG_VERSION"))))
        throw new OperatorError(`The embedded database could not be put at ${folder}: ${String(error)}`);
    }
  } finally {
    await rm(around, { recursive: true, force: true });
  }
}

/** Full-text search needs a UTF-8 LC_CTYPE, or a curly quote would be a letter. */
async function initialize(binaries: Binaries, draft: string, user: ServerUser, durable: boolean) {
  const data = join(draft, "data");
  // An open folder needs no way through its parents.
  const opened = user.named && process.platform === "linux" ? await open(draft) : undefined;
  const where = opened === undefined ? draft : "/proc/self/fd/3";
  let failure = "";
  try {
    for (const ctype of ["C.UTF-8", "en_US.UTF-8", "C"]) {
      const { command } = user.named ?? user;
      const { file, args, identity } = command(binaries.initdb, [
        `--pgdata=${where}/data`,
        `--username=${ROLE_NAME}`,
        `--pwfile=${where}/password`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        `--lc-ctype=${ctype}`,
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        ...(durable ? [] : ["--no-sync"]),
      ]);
      const env = SERVER_ENV && { env: SERVER_ENV };
      const { code, output } = await run(file, args, { ...identity, ...env, ...(opened && { folder: opened.fd }) });
      if (code === 0) return;
      failure = output;
      if (!/locale/i.test(output)) break;
    }
  } finally {
    await opened?.close();
  }
  // A container may run as a user id without a name.
  const hint = /look up effective user/.test(failure)
    ? " Start as a user that /etc/passwd names, or set DATABASE_URL to a PostgreSQL server of your own."
    : "";
  throw new OperatorError(`The embedded database could not be created under ${data}: ${failure}.${hint}`);
}

async function checkVersion(binaries: Binaries, data: string) {
  const made = (await readFile(join(data, "PG_VERSION"), "utf8")).trim();
  const { output } = await run(binaries.postgres, ["--version"]);
  const installed = /\) (\d+)/.exec(output)?.[1];
  if (!installed) throw new OperatorError(`The embedded database server doesn't run on this machine: ${output}`);
  if (made !== installed)
    throw new OperatorError(
      `The database under ${data} was made by PostgreSQL ${made}, but PostgreSQL ${installed} is installed. ` +
        `Dump it with version ${made} and restore it, or use another DATA_DIR.`,
    );
}

async function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }) {
  const { code, output } = await run("chown", ["-R", `${uid}:${gid}`, folder]);
  if (code !== 0) throw new OperatorError(`The database folder ${folder} can't be given to user ${uid}: ${output}`);
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
