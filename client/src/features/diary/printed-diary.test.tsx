import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DiaryAnswer, DiaryQuestion } from "#shared/api/diary.ts";
import type { Memory } from "#shared/api/memory.ts";
import { AT } from "#tests/support/fixtures.ts";
import { uuid } from "#tests/support/uuid.ts";
import { PrintedDiary } from "./printed-diary.tsx";

const markup = (of: string) => `<img src=x alt="${of}">`;
const asked: DiaryQuestion = {
  id: uuid(2),
  question: markup("question"),
  orderIndex: 1,
  category: markup("category"),
  isActive: true,
  createdAt: AT,
};
const answered: DiaryAnswer = {
  id: uuid(3),
  agentId: uuid(1),
  questionId: asked.id,
  answer: markup("answer"),
  createdAt: AT,
  updatedAt: AT,
};

const memory: Memory = {
  ...{ id: uuid(4), agentId: uuid(1), store: "pet", kind: "event", text: markup("memory"), quote: null },
  ...{ date: { on: "2021-06-01", precision: "month" }, status: "active", isMuted: false, supersedes: null },
  ...{ toldAt: AT, approvedAt: AT, lastUsedAt: null, lapsesAt: null },
};

describe("a diary on paper", () => {
  it("shows what was written as text: no markup in it runs [T97]", () => {
    render(
      <PrintedDiary
        petName={markup("name")}
        avatarUrl={null}
        species={null}
        questions={[asked]}
        answers={[answered]}
        memories={[memory]}
      />,
    );
    for (const written of ["name", "category", "question", "answer", "memory"])
      expect(document.body.textContent).toContain(markup(written));
    expect(document.querySelector("img")).toBeNull();
    expect(document.body.textContent).toContain("1 answer and 1 memory");
    expect(document.body.textContent).toContain("June 2021");
  });
});
