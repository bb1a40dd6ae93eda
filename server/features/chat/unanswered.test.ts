import { describe, expect, it } from "vitest";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { QuotedReply } from "./quoted-reply.ts";
import { wholeQuestion } from "./unanswered.ts";

const said = (...questions: string[]): Turn[] =>
  questions.flatMap((content): Turn[] => [
    { role: "user", content },
    { role: "assistant", content: "I can only count to two." },
  ]);
const whole = (language: string, question: string, turns: readonly Turn[]) =>
  wholeQuestion(new QuotedReply(), { agent: { name: "Tucker", language }, content: question, turns });

describe("a question in words that can be read alone", () => {
  it.each([
    ["en", "What are you afraid of?", "why?", "What are you afraid of? why?"],
    ["en", "what are you afraid of", "and since when?", "what are you afraid of. and since when?"],
    ["en", "Who gave you Mr. Legs?", "when did he do that?", "Who gave you Mr. Legs? when did he do that?"],
    ["en", "Do you like Ruth?", "what about Ben?", "Do you like Ruth? what about Ben?"],
    ["de", "Wovor hast du Angst?", "und warum?", "Wovor hast du Angst? und warum?"],
    ["es", "¿Dónde duermes?", "¿por qué?", "¿Dónde duermes? ¿por qué?"],
    ["ja", "どこで寝るの？", "なんで？", "どこで寝るの？なんで？"],
    ["zh", "你怕什么", "为什么？", "你怕什么。为什么？"],
  ])("is one that goes on together with the one before (%s): %s %s", async (language, before, question, expected) => {
    expect(await whole(language, question, said(before))).toBe(expected);
  });

  it("goes on with what was asked last, not with another short one, a greeting or thanks", async () => {
    const turns = said("Where do you sleep?", "and since when?", "thank you!", "ok");
    expect(await whole("en", "why?", turns)).toBe("Where do you sleep? why?");
    expect(await whole("en", "why?", said("hi Tucker!"))).toBe("why?");
    expect(await whole("en", "why?", [])).toBe("why?");
  });

  it.each([
    ["en", "Do you like snow?"],
    ["en", "and where do you sleep at night?"],
    ["de", "Und was frisst du am liebsten?"],
    ["ja", "雪は好き？"],
  ])("is itself where it asks for something of its own (%s): %s", async (language, question) => {
    expect(await whole(language, question, said("What are you afraid of?"))).toBe(question);
  });

  it("is the question that a picked choice stands for", async () => {
    const [asked, reply] = said("bed or food?");
    const choices = [
      { label: "my favorite food", question: "What is my favorite food?" },
      { label: "my bed", question: "Where do I sleep?" },
    ];
    const turns: Turn[] = asked && reply ? [asked, { ...reply, choices }] : [];
    expect(await whole("en", "the second one", turns)).toBe("Where do I sleep?");
    expect(await whole("en", "why?", [...turns, ...said("the second one")])).toBe("Where do I sleep? why?");
  });
});
