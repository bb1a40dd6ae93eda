import { stat } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../operator-error.ts";
import type { Binaries } from "./binaries.ts";
import { type Identity, run } from "./run.ts";

/** The user that the server runs as. PostgreSQL refuses to run as root. */
export interface ServerUser {
  /** Set where the data files must belong to another user than ours. */
  owner?: { uid: number; gid: number };
  command(file: string, args: string[]): { file: string; args: string[]; identity: Identity };
}

const WRONG_OWNER_HINT =
  "Start as the user who made it (root included), or give its parent folder to yourself: sudo chown -R $USER FOLDER";

/**
 * A normal user runs the server as itself. Root runs it as the owner of an existing data folder, else as `nobody`; where
 * that user can't reach the program or the data (a checkout under /root, mode 0700), the server gets the one capability
 * that lets it through.
 */
export async function chooseServerUser(binaries: Binaries, dataDir: string, data: string): Promise<ServerUser> {
  const existing = await stat(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new OperatorError(`The database folder ${data} can't be opened (${error.code}). ${WRONG_OWNER_HINT}`);
  });
  const self = process.getuid?.();
  if (self === undefined) return asSelf();
  if (self !== 0) {
    if (existing && existing.uid !== self)
      throw new OperatorError(
        `The database folder ${data} belongs to user ${existing.uid}, not to you. ${WRONG_OWNER_HINT}`,
      );
    return asSelf();
  }
  const owner = existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : await findNobody();
  const ways = [asOwner(owner), withCapability(owner, "dac_read_search"), withCapability(owner, "dac_override")];
  for (const way of ways) if (await reaches(way, binaries, dataDir)) return way;
  throw new OperatorError(
    `PostgreSQL doesn't run as root, and user ${owner.uid} can't reach ${binaries.native} and ${dataDir}. ` +
      "Open the folders above them (chmod o+x), move the project or DATA_DIR (for example to /srv), " +
      "start as a normal user, or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}

function asSelf(): ServerUser {
  return { command: (file, args) => ({ file, args, identity: {} }) };
}

async function findNobody() {
  const found = await run("id", ["-u", "nobody"]);
  const uid = found.code === 0 ? Number(found.output) : 65_534;
  return { uid, gid: uid };
}

function asOwner(owner: { uid: number; gid: number }): ServerUser {
  return { owner, command: (file, args) => ({ file, args, identity: owner }) };
}

/**
 * Docker grants dac_override and not the narrower dac_read_search. Neither gives the server more than this process,
 * which is root, has already.
 */
function withCapability(owner: { uid: number; gid: number }, capability: string): ServerUser {
  const sets = ["--inh-caps", "--ambient-caps"].flatMap((set) => [set, `-all,+${capability}`]);
  const prefix = ["--reuid", `${owner.uid}`, "--regid", `${owner.gid}`, "--clear-groups", "--no-new-privs", ...sets];
  return {
    owner,
    command: (file, args) => ({ file: "setpriv", args: [...prefix, "--", file, ...args], identity: {} }),
  };
}

async function reaches(user: ServerUser, binaries: Binaries, dataDir: string): Promise<boolean> {
  const probe = 'test -x "$1" && test -r "$2" && test -r "$3" && cd "$4"';
  const paths = [binaries.postgres, join(binaries.native, "lib"), join(binaries.native, "share"), dataDir];
  const { file, args, identity } = user.command("/bin/sh", ["-c", probe, "probe", ...paths]);
  return (await run(file, args, identity)).code === 0;
}
