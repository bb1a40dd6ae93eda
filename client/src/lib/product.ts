/** The product's own part of its name, as the server wrote it into the page ('Talk' in 'Pet Talk'). */
export const productName = document.querySelector<HTMLMetaElement>('meta[name="product"]')?.content ?? "Talk";

export const headerTitle = `Pet ${productName} (powered by GLEE Labs)`;
