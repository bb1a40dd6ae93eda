/** The token of a link to a pet, while whoever opened it signs in or up. In memory alone: a reload forgets it. */
let held: string | null = null;

export function holdInvitation(token: string): void {
  held = token;
}

export const heldInvitation = (): string | null => held;

export function dropInvitation(): void {
  held = null;
}

/** Where a person goes who has just signed in. */
export const afterSignIn = <Else extends string>(otherwise: Else): Else | "/invitation" =>
  held === null ? otherwise : "/invitation";
