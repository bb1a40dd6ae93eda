/** A number with its noun: '1 pet', '3 pets'. */
export const countOf = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** Those that are there, as a sentence names them: '1 pet, 12 diary answers and 3 chats'. */
export const inWords = (items: readonly (string | false)[]): string =>
  new Intl.ListFormat("en-GB").format(items.filter((item) => item !== false));
