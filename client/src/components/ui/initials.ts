/** The first letters of first and last name in capitals, or 'U' for a user without a name. */
export function initials(firstName: string | null | undefined, lastName: string | null | undefined): string {
  const letters = [firstName, lastName].map((name) => [...(name ?? "").trim()][0] ?? "").join("");
  return letters === "" ? "U" : letters.toUpperCase();
}
