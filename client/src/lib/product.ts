/** The configurable part of the product's name ('Talk' in 'Pet Talk'), from the meta tag that the server fills in. */
export const productName = document.querySelector<HTMLMetaElement>('meta[name="product"]')?.content ?? "Talk";

export const headerTitle = `Pet ${productName} (powered by GLEE Labs)`;
