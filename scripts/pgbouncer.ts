import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installPackage, isDebianRoot, updatePackages } from "./debian.ts";

/** Where Debian's package puts it; others have it in the first folder. */
const places = ["/usr/bin/pgbouncer", "/usr/sbin/pgbouncer"];

const find = () => places.find((path) => existsSync(path));

/** Installs PgBouncer where it is missing, on Debian as root. @returns its path; undefined where there is none */
export function ensurePgBouncer(): string | undefined {
  const found = find();
  if (found !== undefined || !isDebianRoot()) return found;
  updatePackages();
  installPackage("pgbouncer");
  // The package starts one of its own where systemd runs.
  spawnSync("systemctl", ["disable", "--now", "pgbouncer"], { stdio: "ignore" });
  return find();
}
