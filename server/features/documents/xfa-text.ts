import type { XfaNode } from "./pdf-page.ts";

/** Elements that begin a line of their own. */
const BLOCKS: readonly string[] = ["div", "p", "br", "tr", "li"];

/** The text of a page of an XFA form, with what was typed into its fields, in the order of the form. */
export function xfaText(node: XfaNode | null | undefined): string {
  if (!node) return "";
  const { name, value, attributes, children = [] } = node;
  if (name === "#text") return value ?? "";
  if (name === "input") return inputText(attributes);
  if (name === "textarea") return ` ${attributes?.value ?? attributes?.textContent ?? value ?? ""}`;
  if (name === "option") return attributes?.selected === true ? ` ${value ?? attributes.value ?? ""}` : "";
  const own = attributes?.textContent ?? value ?? "";
  const text = own + children.map(xfaText).join("");
  // A field with its caption is one line.
  if (name === "label") return `${text.replace(/\s+/g, " ").trim()}\n`;
  return BLOCKS.includes(name) && text.trim() !== "" && !text.endsWith("\n") ? `${text}\n` : text;
}

function inputText(attributes: XfaNode["attributes"]): string {
  const { type = "text", checked = false, value = "" } = attributes ?? {};
  if (type === "checkbox" || type === "radio") return checked ? " ☑ " : " ☐ ";
  return type === "password" ? "" : ` ${value}`;
}
