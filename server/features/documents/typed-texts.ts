import type { PdfAnnotation, Viewport } from "./pdf-page.ts";

/** In points from the page's upper left corner. */
export interface TypedText {
  kind: "field" | "box" | "note";
  text: string;
  /** Empty where the name tells nothing. */
  label: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const TICKED = "☑";
const NOT_TICKED = "☐";

const WITHOUT_WORDS: readonly string[] = ["Link", "Popup", "FileAttachment"];

export function typedTexts(annotations: readonly PdfAnnotation[], viewport: Viewport): TypedText[] {
  return annotations.flatMap((annotation) => {
    const typed = annotation.subtype === "Widget" ? fieldOf(annotation) : noteOf(annotation);
    if (typed === null || typed.text.trim() === "") return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(annotation.rect);
    const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
    return [{ ...typed, label: labelOf(annotation), left, right, top, bottom }];
  });
}

type Typed = Pick<TypedText, "kind" | "text">;

function noteOf({ subtype = "", contentsObj, richText, textContent }: PdfAnnotation): Typed | null {
  if (WITHOUT_WORDS.includes(subtype)) return null;
  const written = [contentsObj?.str, richText?.str, textContent?.join("\n")];
  return { kind: "note", text: written.find((text) => text !== undefined && text.trim() !== "") ?? "" };
}

function fieldOf(annotation: PdfAnnotation): Typed | null {
  const { fieldType, fieldValue, hidden, password, textContent } = annotation;
  if (hidden === true || password === true) return null;
  if (fieldType === "Btn") return boxOf(annotation);
  if (fieldType !== "Tx" && fieldType !== "Ch") return null;
  const values = typeof fieldValue === "string" ? [fieldValue] : (fieldValue ?? []);
  const text = values.map((value) => shownValue(value, annotation)).join(", ");
  return { kind: "field", text: text.trim() === "" ? (textContent ?? []).join("\n") : text };
}

const shownValue = (value: string, { options = [] }: PdfAnnotation): string =>
  options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;

function boxOf({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: PdfAnnotation): Typed | null {
  if (checkBox !== true && radioButton !== true) return null;
  const isTicked = fieldValue === (checkBox === true ? exportValue : buttonValue) && fieldValue !== "Off";
  return { kind: "box", text: isTicked ? TICKED : NOT_TICKED };
}

export const isTicked = ({ text }: TypedText): boolean => text === TICKED;

/** 'form1[0].chip_number[0]' has words; 'Text12' has none. */
function labelOf({ alternativeText = "", fieldName = "" }: PdfAnnotation): string {
  if (alternativeText.trim() !== "") return alternativeText.trim();
  const name = fieldName.split(".").at(-1) ?? "";
  const words = name.replace(/\[\d+\]|_/g, " ").trim();
  return /^\p{L}*\s?\d+$/u.test(words) ? "" : words;
}
