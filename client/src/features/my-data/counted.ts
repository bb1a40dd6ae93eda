/** A number with its noun: '1 pet', '3 pets'. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
