import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { INTERVIEWER_VOICE } from "#shared/voices.ts";
import { refusal } from "#tests/support/admin-screen.tsx";
import { petOf, sayingsOf } from "#tests/support/fixtures.ts";
import { answerOf, questionOf, showSetup } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
});

const bed = questionOf(1, "Where do you sleep?", "Habits");
const food = questionOf(2, "What do you love to eat?", "Food");
const toy = questionOf(3, "Which toy is yours?", "Play");
const ANSWERS = `/api/agents/${uuid(1)}/diary/answers`;
const HEAR = `POST /api/agents/${uuid(1)}/diary/interview`;
const heardAs = (body: unknown, reply = "How cosy that sounds.", language = "en-US") => ({
  ...{ kind: "answer", answer: saidIn(body), stops: false, reply, language, followUp: null },
});
const saidIn = (body: unknown): string => String(Object(body).said);

interface Interview {
  language?: string;
  answered?: ReturnType<typeof questionOf>[];
  wire?: Parameters<typeof showSetup>[0]["wire"];
}

/** The interview of a pet named Biscuit, begun by the button in the diary's card. */
async function begin({ language = "en-US", answered = [], wire = {} }: Interview = {}) {
  const setup = showSetup({
    pets: [petOf({ language })],
    wire: {
      "GET /api/diary/questions": () => [bed, food, toy],
      "GET /api/diary/interview/de-DE": () => sayingsOf.german,
      [`GET ${ANSWERS}`]: () => answered.map(({ id }) => answerOf(id, "On the sofa")),
      [`POST ${ANSWERS}`]: ({ body }) => ({ ...answerOf(bed.id, ""), ...Object(body) }),
      [HEAR]: ({ body }) => heardAs(body),
      "POST /api/test-voice": () => ({ audioUrl: "/api/voice-samples/x.mp3" }),
      ...wire,
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Try Interactive Mode" }));
  // Its code is loaded by the first who begins one.
  await screen.findByRole("region", { name: "Diary interview" });
  return { ...setup, bodies: (call: string) => setup.sent.filter((one) => one.call === call).map(({ body }) => body) };
}
const log = () => within(screen.getByRole("log", { name: "Interview with Will" }));
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Your answer/ });
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;

describe("the interactive diary mode", () => {
  it("takes the place of the diary in a card of 600px, and hides the save button", async () => {
    await begin();
    expect(screen.getByRole("region", { name: "Diary interview" }).className).toContain("h-[600px]");
    expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Exit" }));
    expect(screen.getByRole("button", { name: "Save Changes" })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Try Interactive Mode" }));
    expect(screen.getAllByText("No answer yet")).toHaveLength(3);
  });

  it("resumes at the first question without an answer, with the focus in the field", async () => {
    await begin({ answered: [bed] });
    expect(log().getByText("Question 2: What do you love to eat?")).toBeTruthy();
    expect(screen.getByText("1 of 3 answered")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it("saves the answer, lets Will reply to question and answer, and asks the next question", async () => {
    const { bodies } = await begin();
    expect(isDisabled("Send answer")).toBe(true);
    await userEvent.type(field(), " On the sofa{Shift>}{Enter}{/Shift}upside down {Enter}");
    expect(await log().findByText("How cosy that sounds.")).toBeTruthy();
    expect(log().queryByText(/Question 2/)).toBeNull();
    expect(isDisabled("Send answer")).toBe(true);
    expect(bodies(`POST ${ANSWERS}`)).toEqual([
      { questionId: bed.id, answer: "On the sofa\nupside down", before: { answer: null } },
    ]);
    expect(bodies(HEAR)).toEqual([
      {
        said: "On the sofa\nupside down",
        questionId: bed.id,
        number: 1,
        followUp: null,
        previousId: null,
        unsure: null,
      },
    ]);
    expect(log().getByText("Saved as you said it")).toBeTruthy();
    expect(await log().findByText("Question 2: What do you love to eat?")).toBeTruthy();
    expect(screen.getByText("1 of 3 answered")).toBeTruthy();
    expect(field().value).toBe("");
  });

  it("saves nothing that is no answer, unless the person says that it is one, and undoes what was saved", async () => {
    const { bodies, sent } = await begin({
      wire: {
        [HEAR]: ({ body }) =>
          saidIn(body) === "lol"
            ? { ...heardAs(body, "I'm listening."), kind: "other", answer: null }
            : { ...heardAs(body), answer: "A sofa" },
        [`DELETE ${ANSWERS}/${bed.id}`]: () => ({ success: true }),
      },
    });
    await userEvent.type(field(), "lol{Enter}");
    expect(await log().findByText("I'm listening.")).toBeTruthy();
    expect(bodies(`POST ${ANSWERS}`)).toEqual([]);
    expect(field().value).toBe("");
    expect(log().getByRole("button", { name: "Save as my answer" })).toBeTruthy();
    await userEvent.type(field(), "Well, a sofa{Enter}");
    expect(await log().findByText("Question 2: What do you love to eat?")).toBeTruthy();
    expect(log().queryByText("Not saved")).toBeNull();
    expect(log().getByText("Saved as “A sofa”")).toBeTruthy();
    await userEvent.click(log().getByRole("button", { name: "Undo" }));
    expect(await log().findByText(/^Undone/)).toBeTruthy();
    expect(sent.map(({ call }) => call)).toContain(`DELETE ${ANSWERS}/${bed.id}`);
    expect(field().value).toBe("Well, a sofa");
    expect(log().queryByText("Saved as “A sofa”")).toBeNull();
  });

  it("asks whether to write down what may be no answer, and saves it at a yes", async () => {
    const { bodies } = await begin({
      wire: {
        [HEAR]: ({ body }) =>
          saidIn(body) === "yes"
            ? { ...heardAs(body), answer: String(Object(body).unsure) }
            : { ...heardAs(body, "Shall I write that down as it is?"), kind: "unsure", answer: "Purple" },
        [`DELETE ${ANSWERS}/${bed.id}`]: () => ({ success: true }),
      },
    });
    await userEvent.type(field(), "Well, purple{Enter}");
    expect(await log().findByText("Shall I write that down as it is?")).toBeTruthy();
    expect(bodies(`POST ${ANSWERS}`)).toEqual([]);
    await userEvent.type(field(), "yes{Enter}");
    expect(await log().findByText("Saved as “Purple”")).toBeTruthy();
    expect(bodies(HEAR)).toMatchObject([{ unsure: null }, { said: "yes", unsure: "Purple" }]);
    await userEvent.click(log().getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(field().value).toBe("Purple"));
  });

  it("moves on where the reply fails, and ends with a congratulation", async () => {
    await begin({ answered: [bed, food], wire: { [HEAR]: () => refusal(503, "down") } });
    await userEvent.type(field(), "A duck{Enter}");
    expect(await log().findByText(/^Congratulations!/)).toBeTruthy();
    expect(isDisabled("Send answer")).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Back to Regular Diary" }));
    expect(await screen.findByText("3/3")).toBeTruthy();
  });

  it("keeps what was typed where it could not be saved, also after Exit", async () => {
    await begin({ wire: { [`POST ${ANSWERS}`]: () => refusal(503, "The database is resting") } });
    await userEvent.type(field(), "On the sofa{Enter}");
    expect(await screen.findByText("Error saving answer")).toBeTruthy();
    expect(screen.getByText("Please try again")).toBeTruthy();
    expect(field().value).toBe("On the sofa");
    expect(isDisabled("Send answer")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Exit" }));
    expect(screen.getByDisplayValue("On the sofa")).toBeTruthy();
  });

  it("says what somebody else answered meanwhile, and replaces it when the answer is sent again", async () => {
    let isChanged = true;
    const { bodies } = await begin({
      wire: {
        [`POST ${ANSWERS}`]: ({ body }) => {
          if (!isChanged) return { ...answerOf(bed.id, ""), ...Object(body) };
          isChanged = false;
          const fields = { answer: "Meanwhile this became “In the bathtub”. Save again to replace it." };
          const refused = {
            error: "Changed.",
            code: "changed_meanwhile",
            fields,
            current: { answer: "In the bathtub" },
          };
          return Response.json(refused, { status: 409 });
        },
      },
    });
    await userEvent.type(field(), "On the sofa{Enter}");
    expect(await screen.findByText("Meanwhile this became “In the bathtub”. Save again to replace it.")).toBeTruthy();
    await userEvent.type(field(), "{Enter}");
    expect(await log().findByText("Question 2: What do you love to eat?")).toBeTruthy();
    expect(bodies(`POST ${ANSWERS}`)).toEqual([
      { questionId: bed.id, answer: "On the sofa", before: { answer: null } },
      { questionId: bed.id, answer: "On the sofa", before: { answer: "In the bathtub" } },
    ]);
  });

  it("says that all are done where nothing is left to ask", async () => {
    await begin({ answered: [bed, food, toy] });
    expect(log().getByText(/^All questions are answered/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Back to Regular Diary" })).toBeTruthy();
    expect(isDisabled("Send answer")).toBe(true);
  });

  it("skips a question, and goes back to an answered one with its answer", async () => {
    await begin({ answered: [bed] });
    await userEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(log().getByText("Question 3: Which toy is yours?")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Previous" }));
    await userEvent.click(screen.getByRole("button", { name: "Previous" }));
    expect(log().getByText("Question 1: Where do you sleep?")).toBeTruthy();
    expect(field().value).toBe("On the sofa");
    expect(isDisabled("Previous")).toBe(true);
  });

  it("speaks with the male US voice, until it is turned off", async () => {
    const { bodies } = await begin();
    await waitFor(() =>
      expect(bodies("POST /api/test-voice")).toContainEqual({
        text: expect.stringContaining("I'm Will"),
        voiceName: INTERVIEWER_VOICE,
      }),
    );
    const voice = screen.getByRole("button", { name: "Will's voice" });
    expect(voice.getAttribute("aria-pressed")).toBe("true");
    await userEvent.click(voice);
    expect(voice.getAttribute("aria-pressed")).toBe("false");
    const spoken = bodies("POST /api/test-voice").length;
    await userEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(log().getByText(/Question 2/)).toBeTruthy();
    expect(bodies("POST /api/test-voice")).toHaveLength(spoken);
  });

  it("goes on in text where speech fails", async () => {
    await begin({ wire: { "POST /api/test-voice": () => refusal(503, "no voice") } });
    expect(await screen.findByText("Voice synthesis unavailable")).toBeTruthy();
    expect(screen.getByText("Continuing in text-only mode")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Will's voice" }).getAttribute("aria-pressed")).toBe("false");
    await userEvent.type(field(), "On the sofa{Enter}");
    expect(await log().findByText("How cosy that sounds.")).toBeTruthy();
  });

  it("asks in the pet's language, with a voice of it, and shows the diary's English too", async () => {
    vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(playAtOnce);
    vi.spyOn(HTMLMediaElement.prototype, "ended", "get").mockReturnValue(true);
    const { bodies } = await begin({
      language: "de-DE",
      wire: {
        "GET /api/diary/questions/de-DE": () => [{ id: bed.id, question: "Wo schlafe ich?" }],
        [HEAR]: ({ body }) => heardAs(body, "Wie gemütlich!", "de-DE"),
      },
    });
    const question = await log().findByText("Wo schlafe ich?");
    expect(question.lang).toBe("de-DE");
    expect(question.parentElement?.textContent).toContain("Frage 1:");
    expect(log().getByText(bed.question)).toBeTruthy();
    await userEvent.type(field(), "Auf dem Sofa{Enter}");
    expect((await log().findByText("Wie gemütlich!")).closest("[lang]")?.getAttribute("lang")).toBe("de-DE");
    expect(await log().findByText(`Frage 2: ${food.question}`)).toBeTruthy();
    await waitFor(() => expect(bodies("POST /api/test-voice")).toHaveLength(4));
    const [greeting, ...rest] = bodies("POST /api/test-voice");
    expect(greeting).toEqual({ text: expect.stringMatching(/^Hallo/), voiceName: "de-DE-ConradNeural" });
    expect(rest).toEqual([
      { text: "Wo schlafe ich?", voiceName: "de-DE-ConradNeural" },
      { text: "Wie gemütlich!", voiceName: "de-DE-ConradNeural" },
      { text: food.question, voiceName: INTERVIEWER_VOICE },
    ]);
  });

  it("asks in English where the pet's words can't be had", async () => {
    await begin({ language: "de-DE", wire: { "GET /api/diary/questions/de-DE": () => refusal(503, "down") } });
    expect(log().getByText(`Frage 1: ${bed.question}`)).toBeTruthy();
  });

  it("puts the microphone first on a phone, with the keyboard one tap away", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    await begin();
    expect(screen.queryByRole("textbox", { name: /^Your answer/ })).toBeNull();
    expect(isDisabled("Record your answer")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Type instead" }));
    expect(document.activeElement).toBe(field());
    await userEvent.type(field(), "On the sofa{Enter}");
    expect(await log().findByText("Question 2: What do you love to eat?")).toBeTruthy();
    expect(field().value).toBe("");
    vi.unstubAllGlobals();
  });

  it("takes spoken answers by the browser's own recognition, and says what is missing where there is none", async () => {
    await begin();
    await userEvent.click(screen.getByRole("button", { name: "Record your answer" }));
    expect(await screen.findByText("Voice questions are not set up")).toBeTruthy();
    cleanup();
    vi.stubGlobal("webkitSpeechRecognition", Heard);
    const { bodies } = await begin();
    await userEvent.click(screen.getByRole("button", { name: "Record your answer" }));
    await userEvent.click(screen.getByRole("button", { name: "Stop recording and send" }));
    await waitFor(() =>
      expect(bodies(`POST ${ANSWERS}`)).toEqual([
        { questionId: bed.id, answer: "in my basket", before: { answer: null } },
      ]),
    );
    vi.unstubAllGlobals();
  });
});

/** Plays a clip that is over as soon as it begins. */
function playAtOnce(this: HTMLMediaElement): Promise<void> {
  queueMicrotask(() => this.dispatchEvent(new Event("ended")));
  return Promise.resolve();
}

/** A fake of the browser's speech recognition that always hears the same words. */
class Heard {
  onresult: (event: { results: { transcript: string }[][] }) => void = () => undefined;
  onend: () => void = () => undefined;
  start() {
    this.onresult({ results: [[{ transcript: "in my basket" }]] });
  }
  stop() {
    this.onend();
  }
  abort() {}
}
