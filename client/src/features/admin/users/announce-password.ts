import { copyText } from "@/lib/copy-text.ts";
import { toast } from "@/lib/toast.ts";

export interface IssuedPassword {
  /** The full name of the password's user. */
  name: string;
  username: string | null;
  defaultPassword: string;
}

/** Long enough to read a user name and a password (specification, section 9). */
const PASSWORD_TOAST_MS = 10_000;

export async function announcePassword(title: string, { username, defaultPassword }: IssuedPassword): Promise<void> {
  const copied = await copyText(defaultPassword);
  const lines = [
    ...(username === null ? [] : [`Username: ${username}`]),
    `Default password: ${defaultPassword} ${copied ? "(copied to clipboard)" : "(please copy manually)"}`,
  ];
  toast({ title, description: lines.join("\n"), duration: PASSWORD_TOAST_MS });
}
