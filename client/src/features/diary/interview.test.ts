import { describe, expect, it } from "vitest";
import type { DiaryQuestion } from "#shared/api/diary.ts";
import { sayingsOf } from "#tests/support/fixtures.ts";
import { advance, beginInterview, currentQuestion, type Interview, type InterviewEvent } from "./interview.ts";

const sayings = sayingsOf.english;
const questionAt = (n: number, question: string): DiaryQuestion => ({
  id: `q${n + 1}`,
  question,
  orderIndex: n,
  category: "Home",
  isActive: true,
  createdAt: "2026-05-04T10:00:00.000Z",
});
const firstQuestion = questionAt(0, "Who am I?");
const questions = [firstQuestion, questionAt(1, "What do I eat?"), questionAt(2, "Where do I sleep?")];
const petQuestions = {
  language: "en-US",
  words: new Map<string, string>(),
  about: new Map<string, string>(),
  rest: new Map<string, string>(),
};
const begin = (...answeredIds: string[]) =>
  beginInterview({ sayings, petName: "Biscuit", questions, petQuestions, answeredIds, at: 0 });
type Step = InterviewEvent extends infer E ? (E extends unknown ? Omit<E, "at"> : never) : never;
const following = (start: Interview, ...steps: Step[]) =>
  steps.reduce((interview, step) => advance(interview, { ...step, at: 1 }), start);
const said = ({ messages }: Interview) => messages.map(({ content }) => content);
const savedAs = (answer: string, askedId = "q1", before: string | null = null) => ({
  questionId: askedId,
  answer,
  before,
  askedId,
  words: answer,
});
const english = (text: string) => ({ text, language: "en-US" });
/** The answer to the question that is asked now. */
const answer = (
  interview: Interview,
  said: string,
  more: { followUp?: ReturnType<typeof english>; stops?: boolean } = {},
) =>
  following(
    interview,
    { type: "sent" },
    {
      type: "saved",
      said,
      saved: savedAs(said, currentQuestion(interview)?.id),
      reply: english(`Ah, ${said}.`),
      ...more,
    },
    { type: "paused" },
  );

describe("the interview", () => {
  it("greets as Will and asks the first question", () => {
    const interview = begin();
    expect(said(interview)).toEqual([expect.stringMatching(/^Hi, I'm Will!.*Biscuit/), "Question 1: Who am I?"]);
    expect(interview.messages.map(({ role, questionId }) => [role, questionId])).toEqual([
      ["interviewer", null],
      ["interviewer", "q1"],
    ]);
  });

  it("asks in the pet's words where it has some, and says them alone aloud", () => {
    const words = new Map([["q2", "Was fresse ich?"]]);
    const german = beginInterview({
      sayings,
      petName: "Biscuit",
      questions,
      petQuestions: { language: "de-DE", words, about: new Map(), rest: new Map() },
      answeredIds: ["q1"],
      at: 0,
    });
    expect(german.messages.map(({ spoken }) => spoken?.language)).toEqual(["de-DE", "de-DE"]);
    expect(german.messages.at(-1)).toMatchObject({
      content: "Question 2:",
      spoken: { text: "Was fresse ich?", language: "de-DE" },
      petQuestion: { text: "Was fresse ich?", original: "What do I eat?" },
    });
    const answered = following(
      german,
      { type: "sent" },
      { type: "saved", said: "Käse", saved: savedAs("Käse", "q2"), reply: { text: "Lecker!", language: "de-DE" } },
      { type: "paused" },
    );
    expect(answered.messages.slice(2).map(({ spoken }) => spoken)).toEqual([
      null,
      { text: "Lecker!", language: "de-DE" },
      { text: "Where do I sleep?", language: "en-US" },
    ]);
  });

  it("resumes at the first question without an answer", () => {
    expect(said(begin("q1", "q3"))).toEqual([expect.stringContaining("Welcome back"), "Question 2: What do I eat?"]);
  });

  it("says that all are done where none is left", () => {
    for (const interview of [
      begin("q1", "q2", "q3"),
      beginInterview({ sayings, petName: "Biscuit", questions: [], petQuestions, answeredIds: [], at: 0 }),
    ]) {
      expect(interview.phase).toBe("finished");
      expect(said(interview)).toEqual([expect.stringContaining("All questions are answered")]);
      expect(currentQuestion(interview)).toBeUndefined();
    }
  });

  it("shows the answer once it is saved, then the reply, then the next question", () => {
    const sent = following(begin(), { type: "sent" });
    expect(sent).toMatchObject({ phase: "saving" });
    expect(said(sent)).toHaveLength(2);
    const interview = answer(begin(), "a beagle");
    expect(said(interview).slice(2)).toEqual(["a beagle", "Ah, a beagle.", "Question 2: What do I eat?"]);
    expect(interview.messages.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
  });

  it("moves on where the reply fails", () => {
    const interview = following(
      begin(),
      { type: "sent" },
      { type: "saved", said: "x", saved: savedAs("x"), reply: null },
    );
    expect(interview.phase).toBe("pausing");
    expect(said(following(interview, { type: "paused" })).slice(2)).toEqual(["x", "Question 2: What do I eat?"]);
  });

  it("stays at the question where the answer could not be saved", () => {
    const interview = following(begin(), { type: "sent" }, { type: "save failed" });
    expect(interview).toEqual(begin());
  });

  it("ends with a congratulation", () => {
    const interview = answer(begin("q1", "q2"), "on the sofa");
    expect(interview.phase).toBe("finished");
    expect(said(interview).at(-1)).toMatch(/^Congratulations! /);
  });

  it("skips a question, and says at the end what is still open", () => {
    const skipped = following(begin(), { type: "skipped" });
    expect(said(skipped).at(-1)).toBe("Question 2: What do I eat?");
    const end = answer(answer(skipped, "cheese"), "sofa");
    expect(said(end).at(-1)).toMatch(/^Congratulations.*One question is still open/);
  });

  it("goes back to the question before, and then on to what is open", () => {
    expect(following(begin(), { type: "went back" })).toEqual(begin());
    const back = following(begin("q1"), { type: "went back" });
    expect(currentQuestion(back)?.id).toBe("q1");
    expect(currentQuestion(answer(back, "a poodle"))?.id).toBe("q2");
  });

  it("asks what people asked the pet after the diary's questions, three at most, or when that is wanted", () => {
    const open = ["Snow?", "Rain?", "Hail?", "Fog?"].map((question, n) => ({
      id: `o${n + 1}`,
      question,
      language: "en-US",
      askedBy: n === 0 ? ["Kim"] : [],
    }));
    const start = beginInterview({
      sayings,
      petName: "Biscuit",
      questions,
      petQuestions,
      answeredIds: ["q1"],
      open,
      at: 0,
    });
    expect(said(start).at(-1)).toBe("Question 2: What do I eat?");
    const last = following(start, { type: "skipped" }, { type: "skipped" });
    expect(said(last).at(-1)).toBe("Someone asked: Snow?");
    const wanted = following(start, { type: "wanted open ones" });
    expect(said(wanted).at(-1)).toBe("Someone asked: Snow?");
    const second = answer(wanted, "Lovely");
    expect(said(second).at(-1)).toBe("You asked: Rain?");
    const diary = following(second, { type: "skipped" }, { type: "skipped" });
    expect(said(diary).at(-1)).toBe("Question 2: What do I eat?");
    expect(said(following(diary, { type: "went back" })).at(-1)).toBe("You asked: Hail?");
  });

  it("asks what people asked in their words, and says it aloud in the language of these", () => {
    const open = [
      { id: "o1", question: "Do you like snow?", language: "en-US", askedBy: [] },
      { id: "o2", question: "Magst du Regen?", language: "de-DE", askedBy: ["Kim"] },
      { id: "o3", question: "Aimes-tu le vent ?", language: "fr-FR", askedBy: ["Kim"] },
    ];
    for (const language of ["en-US", "de-DE"]) {
      const start = beginInterview({
        sayings,
        petName: "Biscuit",
        questions: [],
        petQuestions: { ...petQuestions, language },
        answeredIds: [],
        open,
        at: 0,
      });
      const asked = following(start, { type: "skipped" }, { type: "skipped" }).messages.filter(
        ({ questionId }) => questionId !== null,
      );
      expect(asked.map(({ content, spoken }) => [content, spoken])).toEqual([
        [
          "You asked: Do you like snow?",
          { text: language === "en-US" ? "You asked: Do you like snow?" : "Do you like snow?", language: "en-US" },
        ],
        ["Someone asked:", expect.objectContaining({ text: "Magst du Regen?", language: "de-DE" })],
        ["Someone asked:", expect.objectContaining({ text: "Aimes-tu le vent ?", language: "fr-FR" })],
      ]);
    }
  });

  it("offers to stop after five answers, and goes on at a word", () => {
    const many = Array.from({ length: 7 }, (_, n) => ({ ...firstQuestion, id: `m${n}`, question: `What ${n}?` }));
    const start = beginInterview({
      sayings,
      petName: "Biscuit",
      questions: many,
      petQuestions,
      answeredIds: [],
      at: 0,
    });
    const five = Array.from({ length: 5 }).reduce<Interview>((interview) => answer(interview, "a bone"), start);
    expect(five.phase).toBe("resting");
    expect(said(five).at(-1)).toMatch(/^That's plenty for today.*“more”.*stop here/);
    const on = following(five, { type: "sent" }, { type: "went on", said: "yes" });
    expect(said(on).slice(-2)).toEqual(["yes", "Question 6: What 5?"]);
    const stopped = following(
      five,
      { type: "sent" },
      { type: "heard", said: "enough", kind: "stop", reply: english("Then that's it for today.") },
    );
    expect(stopped.phase).toBe("finished");
    expect(said(stopped).at(-1)).toMatch(/^Then that's it for today/);
  });

  it("asks for the rest of what the profile knows in part, and not for a birthday that it knows", () => {
    const rest = new Map([["q1", "{pet} is a cat: which breed or mix?"]]);
    const born = [firstQuestion, { ...questionAt(1, "When was I born?"), key: "birthday" }, questionAt(2, "Why?")];
    const about = { petName: "Miso", questions: born, petQuestions: { ...petQuestions, rest }, at: 0 };
    expect(said(beginInterview({ sayings, ...about, answeredIds: [] })).at(-1)).toBe(
      "Question 1: Miso is a cat: which breed or mix?",
    );
    const asked = (birthday: string | null) =>
      said(beginInterview({ sayings, ...about, birthday, answeredIds: ["q1"] })).at(-1);
    expect(asked("2020-05-04")).toBe("Question 3: Why?");
    expect(asked(null)).toBe("Question 2: When was I born?");
  });

  it("asks about the pet by its name where it has words for that", () => {
    const about = new Map([["q1", "Who is {pet}?"]]);
    const start = { petName: "Biscuit", questions, answeredIds: [], at: 0 };
    const english = beginInterview({ sayings, ...start, petQuestions: { ...petQuestions, about } });
    expect(said(english).at(-1)).toBe("Question 1: Who is Biscuit?");
    const words = new Map([["q1", "Wer bin ich?"]]);
    const german = { language: "de-DE", words, about: new Map([["q1", "Wer ist {pet}?"]]), rest: new Map() };
    expect(beginInterview({ sayings, ...start, petQuestions: german }).messages.at(-1)).toMatchObject({
      petQuestion: { text: "Wer ist Biscuit?", original: "Who am I?" },
    });
  });

  it("greets whoever meets Will for the first time otherwise than who comes back", () => {
    const greet = (hasMet: boolean, ...answeredIds: string[]) =>
      said(beginInterview({ sayings, petName: "Biscuit", questions, petQuestions, answeredIds, hasMet, at: 0 }))[0];
    expect(greet(false)).toMatch(/^Hi, I'm Will! Let's fill in Biscuit's diary/);
    expect(greet(false, "q1")).toMatch(/^Hi, I'm Will!.*begun already/);
    expect(greet(true)).toMatch(/^Hello again/);
    expect(greet(true, "q1")).toMatch(/^Welcome back!/);
  });

  it("leaves a question open where what was said is no answer", () => {
    const heard = (kind: "question" | "other" | "skip" | "stop", words: string) =>
      following(begin(), { type: "sent" }, { type: "heard", said: words, kind, reply: english("Hm.") });
    const skipped = heard("skip", "skip");
    expect(said(skipped).slice(2)).toEqual(["skip", "Hm.", "Question 2: What do I eat?"]);
    expect(skipped.answered.size).toBe(0);
    const why = heard("question", "why do you ask?");
    expect(said(why).slice(2)).toEqual(["why do you ask?", "Hm."]);
    expect(why).toMatchObject({ phase: "asking", index: 0 });
    expect(why.messages.at(-2)).toMatchObject({ unsavedFor: "q1" });
    expect(heard("stop", "I have to go").phase).toBe("finished");
  });

  it("keeps in mind of which words Will asks whether to write them down, until something else is said", () => {
    const unsure = following(
      begin(),
      { type: "sent" },
      { type: "heard", said: "um, purple", answer: "purple", kind: "unsure", reply: english("Shall I?") },
    );
    expect(unsure).toMatchObject({ phase: "asking", index: 0, unsure: "purple" });
    expect(unsure.messages.at(-2)).toMatchObject({ unsavedFor: "q1" });
    expect(answer(unsure, "purple").unsure).toBeNull();
    expect(following(unsure, { type: "skipped" }).unsure).toBeNull();
  });

  it("asks further once, after the reply, and then the next question", () => {
    const further = answer(begin(), "He ate the cake.", { followUp: english("What did his face look like?") });
    expect(further).toMatchObject({ phase: "asking", index: 0 });
    expect(said(further).at(-1)).toBe("What did his face look like?");
    const on = answer(further, "Innocent.", { followUp: english("And then?") });
    expect(said(on).at(-1)).toBe("Question 2: What do I eat?");
    expect(on.since).toBe(1);
    expect(said(following(further, { type: "skipped" })).at(-1)).toBe("Question 2: What do I eat?");
  });

  it("stops after an answer where the person said so with it", () => {
    expect(answer(begin(), "A ball", { stops: true }).phase).toBe("finished");
  });

  it("undoes an answer, also after the next question came, and asks it once more", () => {
    const second = answer(begin(), "a beagle");
    const id = second.messages.find(({ saved }) => saved)?.id ?? -1;
    const undone = following(second, { type: "undone", message: id });
    expect(undone.answered.size).toBe(0);
    expect(undone.messages.every(({ saved }) => !saved)).toBe(true);
    expect(said(undone).slice(-2)).toEqual([expect.stringMatching(/^Undone/), "Question 1: Who am I?"]);
    expect(following(undone, { type: "undone", message: id })).toEqual(undone);
  });

  it("takes a correction for the answer before, and asks the question once more", () => {
    const second = answer(begin(), "a beagle");
    expect(second.last).toBe("q1");
    const saved = savedAs("a basset", "q1", "a beagle");
    const corrected = following(
      second,
      { type: "sent" },
      { type: "corrected", said: "no, a basset", saved, reply: english("Corrected.") },
    );
    expect(said(corrected).slice(-3)).toEqual(["no, a basset", "Corrected.", "Question 2: What do I eat?"]);
    expect(corrected).toMatchObject({ phase: "asking", index: 1 });
    expect(corrected.messages.at(-3)).toMatchObject({ saved });
  });

  it("takes no second answer, skip or step back while it waits", () => {
    const waiting = following(begin("q1"), { type: "sent" });
    const steps: Step[] = [{ type: "sent" }, { type: "skipped" }, { type: "went back" }, { type: "paused" }];
    for (const step of steps) expect(following(waiting, step)).toBe(waiting);
  });
});
