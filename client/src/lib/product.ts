/** What the server fills into the page; at build time, without a document, its placeholders. */
const filledIn = (name: string): string | undefined =>
  typeof document === "undefined"
    ? `{{${name}}}`
    : document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The configurable part of the product's name ('Talk' in 'Pet Talk'). */
export const productName = filledIn("product") ?? "Talk";

export const headerTitle = `Pet ${productName} (powered by GLEE Labs)`;

/** The language that the server chose for the page (server/platform/http/pages.ts). */
export const pageLanguage = (): string => filledIn("language") ?? "en";

export interface DemoPet {
  name: string;
  /** Such as `en-US`. */
  language: string;
  species: string | null;
  picture: string | null;
}

export function offeredPet(): DemoPet | null {
  const [name, language] = [filledIn("demo-pet"), filledIn("demo-language")];
  if (!name || !language) return null;
  return { name, language, species: filledIn("demo-species") || null, picture: filledIn("demo-picture") || null };
}

/** The state of the history with which the landing page is opened after the first own password. */
export const NEW_OWNER = "new owner";
