import { describe, expect, it } from "vitest";
import { samplesOf } from "../../../../tests/support/language-samples.ts";
import { languages } from "../../../languages/languages.ts";
import type { Evidence } from "../llm.ts";
import { composeReply } from "./compose-reply.ts";

describe.each(languages)("the diary voice in $code", ({ code: language, diaryVoice: phrases }) => {
  const sample = samplesOf(language).diaryVoice;

  const ask = (question: string, evidence: Evidence[] = []) =>
    composeReply({ pet: { name: "Tucker", language }, ownerName: "Ann", question, turns: [], evidence }).text;
  const answer = (text: string): Evidence => ({ kind: "diary", about: "…", text, page: null });
  const isOneOf = (reply: string, phrasings: readonly string[]) =>
    phrasings.map((phrasing) => phrasing.replaceAll("{person}", "Ann").replaceAll("{pet}", "Tucker")).includes(reply);
  /** Whether a reply is a phrasing with something quoted in it. */
  const quotesBy = (reply: string, phrasings: readonly string[]) =>
    phrasings.some((phrasing) =>
      phrasing.split(/\{(?:text|name|page)\}/).every((part) => part.trim() === "" || reply.includes(part)),
    );

  it("speaks an answer in first person as its own", () => {
    const reply = ask(sample.question, [answer(sample.firstPerson)]);
    expect(reply).toContain(sample.firstPerson);
    expect(quotesBy(reply, phrases.quoteDiary)).toBe(false);
  });

  it("quotes an answer about itself", () => {
    const reply = ask(sample.question, [answer(sample.thirdPerson)]);
    expect(reply).toContain(sample.thirdPerson);
    expect(quotesBy(reply, phrases.quoteDiary)).toBe(true);
  });

  it("quotes notes", () => {
    const reply = ask(sample.question, [answer(sample.notes)]);
    expect(reply).toContain(sample.notes);
    expect(quotesBy(reply, phrases.quoteDiary)).toBe(true);
  });

  it("says in which document, on which page it read something", () => {
    const reply = ask(sample.question, [{ kind: "document", about: "vet.pdf", text: sample.firstPerson, page: 7 }]);
    for (const part of [sample.firstPerson, "vet.pdf", "7"]) expect(reply).toContain(part);
    expect(ask(sample.question, [{ kind: "document", about: "vet.txt", text: sample.notes, page: null }])).not.toMatch(
      /null|\{/,
    );
  });

  it.each(sample.smallTalk)("%s: %s", (kind, said) => {
    expect(ask(said)).toSatisfy((reply: string) => isOneOf(reply, phrases[kind]));
  });

  it("says that it is just a pet where nothing is known", () => {
    expect(ask(sample.unknown)).toSatisfy((reply: string) => isOneOf(reply, phrases.unknown));
  });

  it("reassures where it knows nothing of the person's life", () => {
    expect(ask(sample.personal)).toSatisfy((reply: string) => isOneOf(reply, phrases.personalUnknown));
  });
});
