import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Holder, hasPermission, type PermissionName, permissionNames } from "#shared/permissions.ts";

export interface HelpSection {
  topic: string;
  title: string;
  text: string;
  /** Other words that people use for it: searched, never shown. */
  askedAs: string;
  /** It is for accounts that have one of these; without any, for all. */
  needs: readonly PermissionName[];
}

const NEEDS = "needs:";
const permissionsIn = (list: string) =>
  z.array(z.enum(permissionNames)).parse(list.split(",").map((name) => name.trim()));

const comments = /<!--([\s\S]*?)-->/g;

/** The product's help, by section. */
export const helpSections: readonly HelpSection[] = splitSections(
  readFileSync(new URL("help.md", import.meta.url), "utf8"),
);

/** What it tells how to do, this account may do somewhere. */
export const isFor = ({ needs }: HelpSection, person: Holder): boolean =>
  needs.length === 0 || needs.some((permission) => hasPermission(person, permission));

/** What there is to ask about for this account. */
export const topicsFor = (person: Holder): string[] => [
  ...new Set(helpSections.filter((section) => isFor(section, person)).map(({ topic }) => topic)),
];

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
    const notes = [...body.matchAll(comments)].map(([, words = ""]) => words.trim());
    sections.push({
      topic,
      title: title.trim(),
      text: body.replace(comments, "").trim(),
      askedAs: notes.filter((note) => !note.startsWith(NEEDS)).join(" "),
      needs: notes.flatMap((note) => (note.startsWith(NEEDS) ? permissionsIn(note.slice(NEEDS.length)) : [])),
    });
  }
  return sections;
}
