import { labelOf } from "../languages/table-lines.ts";
import { isFact } from "./choose-sentences.ts";

const units: Readonly<Record<string, string>> = {
  ...{ kg: "kilogram", кг: "kilogram", g: "gram", lb: "pound", lbs: "pound", oz: "ounce" },
  ...{ km: "kilometer", m: "meter", cm: "centimeter", mm: "millimeter", l: "liter", ml: "milliliter" },
};
const amount = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(\\p{Nd}+(?:[.,]\\p{Nd}+)?)\\s?(${Object.keys(units).join("|")})(?![\\p{L}\\p{N}²³/])`,
  "giu",
);

/** '4.2 kilograms' of 'Weight: 4.2 kg'; null for any other line, and for a value that says little without its label. */
export function factValue(line: string, locale: string): string | null {
  const label = labelOf(line);
  if (label === null || !isFact(line, locale)) return null;
  const value = line.slice(line.indexOf(label) + label.length).replace(/^\s*[:：]\s*/u, "");
  const isTelling = /\p{Nd}/u.test(value) || (value.match(/[\p{L}\p{M}]+/gu) ?? []).length > 1;
  return isTelling
    ? value.trim().replace(amount, (whole, digits, unit) => inWords(digits, unit, locale) ?? whole)
    : null;
}

/** With the digits as they were written. */
function inWords(digits: string, unit: string, locale: string): string | null {
  const name = units[unit.toLowerCase()];
  if (name === undefined) return null;
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" });
  const parts = format.formatToParts(Number(digits.replace(",", ".")));
  const isUnit = ({ type }: Intl.NumberFormatPart) => type === "unit" || type === "literal";
  const first = parts.findIndex((part) => !isUnit(part));
  return parts
    .map((part, at) => (at === first ? digits : isUnit(part) ? part.value.replace(/\s/gu, " ") : ""))
    .join("");
}
