import { stat } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "#shared/operator-error.ts";
import type { Binaries } from "./binaries.ts";
import { type Identity, run } from "./processes.ts";

interface Owner {
  uid: number;
  gid: number;
}

type Command = (file: string, args: string[]) => { file: string; args: string[]; identity: Identity };

/** PostgreSQL refuses to run as root. */
export interface ServerUser {
  owner?: Owner;
  command: Command;
  /** initdb refuses a user without a name, such as ours. Set where `owner` is. */
  named?: { owner: Owner; command: Command };
}

/** Has no name and runs nothing else: above the numbers of people, below those of systemd and containers. */
const OWN_USER = 59_432;

const WRONG_OWNER_HINT =
  "Start as the user who made it (root included), or give its parent folder to yourself: sudo chown -R $USER FOLDER";

/** Root runs the server as the owner of the data, else as a user of its own, with a capability where needed. */
export async function chooseServerUser(
  binaries: Binaries,
  dataDir: string,
  data: string,
  isRunning: () => Promise<boolean>,
): Promise<ServerUser> {
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
  const nobody = await findNobody();
  // Root's own files come from a copy or backup; earlier versions used `nobody`, as whom others run too.
  const isOurs = existing === undefined || [0, nobody.uid].includes(existing.uid);
  const owner =
    isOurs && !(await isRunning()) ? await findOwnUser() : { uid: existing?.uid ?? 0, gid: existing?.gid ?? 0 };
  const ways = [commandAs, commandWith("dac_read_search"), commandWith("dac_override")];
  for (const way of ways) {
    const command = way(owner);
    if (await reaches(command, binaries, dataDir))
      return { owner, command, named: { owner: nobody, command: way(nobody) } };
  }
  throw new OperatorError(
    `PostgreSQL doesn't run as root, and user ${owner.uid} can't reach ${binaries.native} and ${dataDir}. ` +
      "Open the folders above them (chmod o+x), move the project or DATA_DIR (for example to /srv), " +
      "start as a normal user, or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}

function asSelf(): ServerUser {
  return { command: (file, args) => ({ file, args, identity: {} }) };
}

async function findNobody(): Promise<Owner> {
  const found = await run("id", ["-u", "nobody"]);
  const uid = found.code === 0 ? Number(found.output) : 65_534;
  return { uid, gid: uid };
}

async function findOwnUser(): Promise<Owner> {
  let uid = OWN_USER;
  while ((await run("id", ["-un", `${uid}`])).code === 0) uid += 1;
  return { uid, gid: uid };
}

const commandAs =
  (owner: Owner): Command =>
  (file, args) => ({ file, args, identity: owner });

/** Docker grants dac_override and not the narrower dac_read_search. Root has both already. */
function commandWith(capability: string): (owner: Owner) => Command {
  const sets = ["--inh-caps", "--ambient-caps"].flatMap((set) => [set, `-all,+${capability}`]);
  return ({ uid, gid }) => {
    const prefix = ["--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups", "--no-new-privs", ...sets];
    return (file, args) => ({ file: "setpriv", args: [...prefix, "--", file, ...args], identity: {} });
  };
}

async function reaches(command: Command, binaries: Binaries, dataDir: string): Promise<boolean> {
  const probe = 'test -x "$1" && test -r "$2" && test -r "$3" && cd "$4"';
  const paths = [binaries.postgres, join(binaries.native, "lib"), join(binaries.native, "share"), dataDir];
  const { file, args, identity } = command("/bin/sh", ["-c", probe, "probe", ...paths]);
  return (await run(file, args, identity)).code === 0;
}
