import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { showPage } from "#tests/support/page.tsx";
import { DocumentRow } from "./document-row.tsx";

const NAME = '<img src=x onerror="alert(1)">.txt';

describe("a document's row", () => {
  it("shows a hostile name as text, and a reason too [T69]", () => {
    const { container } = showPage(
      <ul>
        <DocumentRow
          canChange
          document={{
            id: "00000000-0000-4000-8000-000000000001",
            agentId: "00000000-0000-4000-8000-000000000002",
            filename: "00000000-0000-4000-8000-000000000001.txt",
            originalName: NAME,
            fileSize: "2048",
            pageCount: 1,
            processingStatus: "failed",
            failureReason: `${NAME} could not be read`,
            canRetry: false,
            createdAt: "2026-05-04T12:00:00.000Z",
          }}
        />
      </ul>,
    );
    expect(screen.getByText(NAME)).toBeDefined();
    expect(screen.getByText(`${NAME} could not be read`)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(screen.getByRole("button", { name: `Delete ${NAME}` })).toBeDefined();
    expect(container.querySelector("img, [onerror], script")).toBeNull();
  });
});
