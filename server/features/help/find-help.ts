import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { type HelpSection, helpSections, helpTopics } from "./help-text.ts";

/** The help text is in English, whatever language the pet speaks. */
const LOCALE = "en-US";

/** The answer to a question where there is no language model: the best section of the help text, or that there is none. */
export function findHelp(question: string): string {
  if (/^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)\b.{0,20}$/i.test(question))
    return `Hello! I can help you set up and use your pet. Ask me about ${topicList}.`;
  const section = bestSection(question);
  if (section === undefined)
    return `I don't know that one: my help pages say nothing about it. I can help with ${topicList}.`;
  return `${section.title}\n${section.text}`;
}

function bestSection(question: string): HelpSection | undefined {
  const found = helpIndex().search({ question }, 1);
  return found.passagesKnown ? helpSections[Number(found.passages[0]?.id)] : undefined;
}

let index: ReturnType<typeof createKnowledgeIndex> | undefined;

/** Some thirty short sections, indexed in a few milliseconds at the first question. */
function helpIndex() {
  if (index !== undefined) return index;
  index = createKnowledgeIndex(LOCALE);
  for (const [id, { topic, title, text, askedAs }] of helpSections.entries())
    index.addPassage({ id: String(id), title, text: `${topic}. ${askedAs}. ${text}` });
  index.finalize();
  return index;
}

const topicList = new Intl.ListFormat("en", { type: "disjunction" }).format(
  helpTopics.map((topic) => topic.toLowerCase()),
);
