import { createKnowledgeIndex } from "../knowledge/retrieval/retrieval.ts";
import { type HelpSection, helpSections, helpTopics } from "./help-text.ts";

/** The help text is written in English; the voices and pets of other languages have nothing to do with it. */
const LOCALE = "en-US";

/** What the help text says on a question, where there is no language model: the section's own words, or that it has none. */
export function findHelp(question: string): string {
  if (/^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)\b.{0,20}$/i.test(question))
    return `Hello! I can help you set up and use your pet. Ask me about ${topicList}.`;
  const section = bestSection(question);
  if (section === undefined)
    return `I don't know that one: my help pages say nothing about it. I can help with ${topicList}.`;
  return `${section.title}\n${section.text}`;
}

function bestSection(question: string): HelpSection | undefined {
  const found = helpIndex().search({ question }, { passages: 1 });
  return found.passagesKnown ? helpSections[Number(found.passages[0]?.id)] : undefined;
}

let index: ReturnType<typeof createKnowledgeIndex> | undefined;

/** Some thirty short sections: built in a few milliseconds, when it is first asked. */
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
