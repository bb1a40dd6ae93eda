/** Whose page this is, by the id of the account; null while nobody is signed in. Every call says it (lib/api.ts). */
let account: string | null = null;

export const pageAccount = (): string | null => account;

export function setPageAccount(id: string | null): void {
  account = id;
}
