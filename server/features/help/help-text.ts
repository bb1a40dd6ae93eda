import { readFileSync } from "node:fs";

export interface HelpSection {
  topic: string;
  title: string;
  text: string;
  /** Other words that people use for it: searched, never shown. */
  askedAs: string;
}

const comments = /<!--([\s\S]*?)-->/g;

/** The product's help, by section. */
export const helpSections: readonly HelpSection[] = splitSections(
  readFileSync(new URL("help.md", import.meta.url), "utf8"),
);

export const helpTopics: readonly string[] = [...new Set(helpSections.map(({ topic }) => topic))];

export function splitSections(markdown: string): HelpSection[] {
  const sections: HelpSection[] = [];
  let topic = "";
  for (const part of markdown.split(/^(?=#{2,3} )/m)) {
    const heading = /^(#{2,3}) (.+)$/m.exec(part);
    if (heading === null) continue;
    const [line, level, title = ""] = heading;
    if (level === "##") {
      topic = title.trim();
      continue;
    }
    const body = part.slice(line.length);
    const askedAs = [...body.matchAll(comments)].map(([, words = ""]) => words.trim()).join(" ");
    sections.push({ topic, title: title.trim(), text: body.replace(comments, "").trim(), askedAs });
  }
  return sections;
}
