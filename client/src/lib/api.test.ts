import { describe, expect, it } from "vitest";
import { uploadDocument } from "#shared/api/documents.ts";
import { helpAssistant } from "#shared/api/help.ts";
import { transcribe } from "#shared/api/voice.ts";
import { uuid } from "#tests/support/uuid.ts";
import { ApiError, call } from "./api.ts";

const answering = (body: string, init: ResponseInit) => ({ fetch: async () => new Response(body, init) });
const question = { body: { message: "How?", context: "setup_screen" } } as const;
const file = new File(["Woof."], "woof.txt");
const bytes = { file: new Blob(["Woof."]) };
const failure = (calling: Promise<unknown>) =>
  calling.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error : null),
  );

describe("an answer that something between here and the server has made", () => {
  it("is a sentence where it is a page, never its text", async () => {
    const page = "<!DOCTYPE html><h1>502 Bad Gateway</h1>";
    const error = await failure(
      call(helpAssistant, question, answering(page, { status: 502, statusText: "Bad Gateway" })),
    );
    expect(error?.serverMessage).toBe("The server answered with a page instead of data (502). Try again.");
    expect(error?.message).toBe("502: Bad Gateway");
    expect(error?.text).toBe("");
  });

  it("is a failure also where it says that all is well", async () => {
    const said = "The server answered with a page instead of data (200). Try again.";
    for (const body of ["<html>Welcome to the hotel</html>", "OK", ""]) {
      const error = await failure(call(helpAssistant, question, answering(body, { status: 200 })));
      expect(error?.serverMessage).toBe(said);
    }
  });

  it("says what was too large for it", async () => {
    const refusing = answering("<html>413 Request Entity Too Large</html>", { status: 413 });
    const sentences = [
      await failure(call(helpAssistant, question, refusing)),
      await failure(call(uploadDocument, { params: { id: uuid(1) }, file }, refusing)),
      await failure(call(transcribe, { ...bytes, body: { language: "en-US" } }, refusing)),
    ].map((error) => error?.serverMessage);
    expect(sentences).toEqual([
      "That text is larger than the server in between lets through.",
      "That file is larger than the server in between lets through.",
      "That recording is larger than the server in between lets through.",
    ]);
  });

  it("is the server's own sentence where that has spoken", async () => {
    const body = JSON.stringify({ error: "A document can have at most 10 MB.", code: "too_large" });
    const error = await failure(call(helpAssistant, question, answering(body, { status: 413 })));
    expect(error?.serverMessage).toBe("A document can have at most 10 MB.");
  });
});
