import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether what tests need can be brought from Debian's packages. */
export const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

export function updatePackages(): void {
  apt("update", "-q");
}

export function installPackage(name: string): void {
  apt("install", "-y", "-q", "--no-install-recommends", name);
}

/** What is wrong, apt-get says itself. It may be installing something else at the moment. */
function apt(...words: string[]): void {
  spawnSync("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...words], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
