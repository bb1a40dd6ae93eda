import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { PetDocument } from "#shared/api/documents.ts";
import { refusal } from "#tests/support/admin-screen.tsx";
import { petOf } from "#tests/support/fixtures.ts";
import { documentOf, showSetup } from "#tests/support/setup-screen.tsx";
import { startUploads } from "#tests/support/uploads.ts";
import { uuid } from "#tests/support/uuid.ts";

const LIST = `GET /api/agents/${uuid(1)}/documents`;
const UPLOAD = `POST /api/agents/${uuid(1)}/documents`;
const choose = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText("Documents, PDF or TXT"), files, { applyAccept: false });
const pdf = () => new File(["%PDF-1.7"], "walks.pdf", { type: "application/pdf" });

describe("the documents of a saved pet", () => {
  it("are listed with size, pages and state", async () => {
    showSetup({
      pets: [petOf()],
      wire: {
        [LIST]: () => [
          documentOf(),
          documentOf({ id: uuid(51), originalName: "b.txt", processingStatus: "processing", pageCount: null }),
          documentOf({ id: uuid(52), originalName: "c.txt", processingStatus: "pending", pageCount: 1 }),
          documentOf({ id: uuid(53), processingStatus: "failed", failureReason: "It is protected by a password." }),
          documentOf({ id: uuid(54), processingStatus: "failed", failureReason: "It took too long.", canRetry: true }),
        ],
      },
    });
    const rows = within(await screen.findByRole("list", { name: "Documents" })).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      "vet letter.pdf20.0 KB3 pagesProcessed",
      "b.txt20.0 KBProcessing...",
      "c.txt20.0 KB1 pagePending",
      "vet letter.pdf20.0 KB3 pagesFailedIt is protected by a password.",
      "vet letter.pdf20.0 KB3 pagesFailedIt took too long.Try again",
    ]);
    expect(screen.getByText("5 document(s) uploaded")).toBeTruthy();
  });

  it("are asked for again only while one is being read", async () => {
    const states: PetDocument["processingStatus"][] = ["pending", "processing", "processed"];
    const { calls } = showSetup({
      pets: [petOf()],
      wire: { [LIST]: () => [documentOf({ processingStatus: states.shift() ?? "failed" })] },
    });
    expect(await screen.findByText("Pending")).toBeTruthy();
    expect(await screen.findByText("Processed")).toBeTruthy();
    expect(calls().filter((call) => call === LIST)).toHaveLength(3);
    expect(calls().filter((call) => call === "GET /api/agents")).toHaveLength(2);
  });

  it("are added one call a file, and a refused one keeps its file for another try", async () => {
    const outcomes: (() => unknown)[] = [() => refusal(503, "The store is busy."), () => documentOf()];
    const { calls } = showSetup({ pets: [petOf()], wire: { [UPLOAD]: () => outcomes.shift()?.() } });
    await choose(pdf());
    expect(await screen.findByText("Upload failed")).toBeTruthy();
    const row = within(screen.getByRole("list", { name: "Uploads" }));
    expect(row.getByText("The store is busy.")).toBeTruthy();
    await userEvent.click(row.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Document uploaded successfully!")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
    expect(calls().filter((call) => call === UPLOAD)).toHaveLength(2);
  });

  it("are not offered another try where the file itself is refused, and it is said what the file is", async () => {
    const fields = { file: "This file is a picture (PNG)." };
    showSetup({
      pets: [petOf()],
      wire: { [UPLOAD]: () => refusal(415, "Please upload PDF or TXT files only", fields) },
    });
    await choose(pdf());
    const row = within(await screen.findByRole("list", { name: "Uploads" }));
    expect(await row.findByText("Please upload PDF or TXT files only. This file is a picture (PNG).")).toBeTruthy();
    expect(row.queryByRole("button", { name: "Try again" })).toBeNull();
    await userEvent.click(row.getByRole("button", { name: "Remove" }));
    expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
  });

  it("can be canceled while they are sent, also the one that waits", async () => {
    showSetup({ pets: [petOf()] });
    const { uploads } = startUploads();
    await choose(pdf(), new File(["b"], "b.txt", { type: "text/plain" }));
    await userEvent.click(await screen.findByRole("button", { name: "Cancel the upload of b.txt" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel the upload of walks.pdf" }));
    expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
    expect(uploads.map(({ isAborted }) => isAborted)).toEqual([true]);
    expect(screen.queryByText("Upload failed")).toBeNull();
  });

  it("are noticed where one is there already, and are added all the same if that is wanted", async () => {
    const known = documentOf({ originalName: "walks.pdf", fileSize: "8" });
    const { calls } = showSetup({ pets: [petOf()], wire: { [LIST]: () => [known], [UPLOAD]: () => known } });
    await screen.findByText("walks.pdf");
    await choose(pdf());
    expect(await screen.findByText("Already here")).toBeTruthy();
    expect(calls()).not.toContain(UPLOAD);
    await userEvent.click(screen.getByRole("button", { name: "Add anyway" }));
    await expect.poll(calls).toContain(UPLOAD);
  });

  it("are PDF by type, or TXT by type or name", async () => {
    const { sent } = showSetup({ pets: [petOf()], wire: { [UPLOAD]: () => documentOf() } });
    await choose(
      new File(["a"], "notes.TXT", { type: "" }),
      new File(["b"], "not-a.pdf", { type: "application/zip" }),
      new File(["c"], "plain", { type: "text/plain" }),
    );
    expect(await screen.findByText("Document uploaded successfully!")).toBeTruthy();
    const names = sent.filter(({ call }) => call === UPLOAD).map(({ body }) => (body instanceof File ? body.name : ""));
    expect(names).toEqual(["notes.TXT", "plain"]);
  });

  it("are deleted after a confirmation", async () => {
    let documents = [documentOf()];
    showSetup({
      pets: [petOf()],
      wire: {
        [LIST]: () => documents,
        [`DELETE /api/documents/${uuid(50)}`]: () => {
          documents = [];
          return { success: true };
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Delete vet letter.pdf" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Document?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Document deleted successfully!")).toBeTruthy();
    expect(await screen.findByText("No documents yet")).toBeTruthy();
  });

  it("that failed are read once more on Try again", async () => {
    const { calls } = showSetup({
      pets: [petOf()],
      wire: {
        [LIST]: () => [documentOf({ processingStatus: "failed", canRetry: true })],
        [`POST /api/documents/${uuid(50)}/retry`]: () => documentOf({ processingStatus: "pending" }),
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await expect.poll(calls).toContain(`POST /api/documents/${uuid(50)}/retry`);
  });
});
