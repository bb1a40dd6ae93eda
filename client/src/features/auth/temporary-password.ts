interface Issued {
  username: string;
  password: string;
}

/** What the end of a registration has shown in this page. In its memory alone: a reload forgets it. */
let issued: Issued | null = null;

export function holdTemporaryPassword(shown: Issued): void {
  issued = shown;
}

/** Empty for everybody but the person who has just signed up in this page. */
export const temporaryPasswordOf = (username: string | null): string =>
  issued !== null && issued.username === username ? issued.password : "";

export function dropTemporaryPassword(): void {
  issued = null;
}
