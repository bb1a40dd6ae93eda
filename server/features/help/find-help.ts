import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { type HelpSection, helpSections, isFor, topicsFor } from "./help-text.ts";
import type { HelpQuestion } from "./prompt.ts";

/** The help text is in English, whatever language the pet speaks. */
const LOCALE = "en-US";

/** The answer to a question where there is no language model: the best section of the help text, or that there is none. */
export function findHelp({ message, history, person, pet }: HelpQuestion): string {
  const topics = new Intl.ListFormat("en", { type: "disjunction" }).format(
    topicsFor(person).map((topic) => topic.toLowerCase()),
  );
  if (/^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)\b.{0,20}$/i.test(message))
    return `Hello! I can help you set up and use your pet. Ask me about ${topics}.`;
  const before = history.at(-1)?.question;
  const section = bestSection(message) ?? (before === undefined ? undefined : bestSection(`${before} ${message}`));
  if (section === undefined)
    return `I don't know that one: my help pages say nothing about it. I can help with ${topics}.`;
  if (!isFor(section, person))
    return `Your account lacks the permission for that (${section.title}). An administrator can give it to you.`;
  return `${section.title}\n${section.text}${isAboutChanging(section) ? notYours(pet) : ""}`;
}

const isAboutChanging = ({ needs, topic }: HelpSection): boolean => needs.length > 0 && topic !== "Administration";

const notYours = (pet: HelpQuestion["pet"]): string =>
  pet === null || pet.canEdit || pet.canEditDiary
    ? ""
    : `\n${pet.name} belongs to somebody else: you can chat with it, but only its owner can change it.`;

function bestSection(question: string): HelpSection | undefined {
  const found = helpIndex().search({ question }, 1);
  return found.passagesKnown ? helpSections[Number(found.passages[0]?.id)] : undefined;
}

let index: ReturnType<typeof createKnowledgeIndex> | undefined;

/** Some forty short sections, indexed in a few milliseconds at the first question. */
function helpIndex() {
  if (index !== undefined) return index;
  index = createKnowledgeIndex(LOCALE);
  for (const [id, { topic, title, text, askedAs }] of helpSections.entries())
    index.addPassage({ id: String(id), title, text: `${topic}. ${askedAs}. ${text}` });
  index.finalize();
  return index;
}
