/**
 * What the server fills into the page. While the landing page is built there is no document: then these are the placeholders
 * that the server fills in later.
 */
const filledIn = (name: string): string | undefined =>
  typeof document === "undefined"
    ? `{{${name}}}`
    : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The configurable part of the product's name ('Talk' in 'Pet Talk'). */
export const productName = filledIn("product") ?? "Talk";

export const headerTitle = `Pet ${productName} (powered by GLEE Labs)`;

/** The pet that visitors may try; null where there is none. */
export interface DemoPet {
  name: string;
  /** Such as `en-US`. */
  language: string;
  /** Null where nobody said. */
  species: string | null;
  /** The address of its picture; null where it has none. */
  picture: string | null;
}

export function offeredPet(): DemoPet | null {
  const [name, language] = [filledIn("demo-pet"), filledIn("demo-language")];
  if (!name || !language) return null;
  return { name, language, species: filledIn("demo-species") || null, picture: filledIn("demo-picture") || null };
}
