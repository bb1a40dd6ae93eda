interface TemporaryPassword {
  username: string;
  password: string;
}

/** In memory alone: a reload forgets it. */
let issued: TemporaryPassword | null = null;

export function holdTemporaryPassword(used: TemporaryPassword): void {
  issued = used;
}

export const heldSignIn = (): TemporaryPassword => issued ?? { username: "", password: "" };

/** Empty for everybody but the person who has just signed in with it in this page. */
export const temporaryPasswordOf = (username: string | null): string =>
  issued !== null && issued.username === username ? issued.password : "";

export function dropTemporaryPassword(): void {
  issued = null;
}
