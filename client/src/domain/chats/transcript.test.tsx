import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Message } from "#shared/api/chat.ts";
import type { Transcript as Chat } from "#shared/api/history.ts";
import { PrintedChat } from "@/domain/chats/printed-chat.tsx";
import { Transcript } from "@/domain/chats/transcript.tsx";

const id = "00000000-0000-4000-8000-000000000001";
const at = "2026-05-04T12:00:00.000Z";
const help = "Please call your vet now.";
const reply: Message = {
  id,
  agentId: id,
  sessionId: id,
  role: "assistant",
  content: `${help}\n\nI stay close to you.`,
  help,
  audioUrl: null,
  sources: null,
  status: "complete",
  createdAt: at,
};
const chat: Chat = {
  session: {
    id,
    sessionId: id,
    name: null,
    agentId: id,
    agentName: "Tucker",
    agentAvatarUrl: null,
    agentSpecies: null,
    user: null,
    messageCount: 2,
    firstMessageAt: at,
    lastMessageAt: at,
  },
  messages: [reply],
};

describe("a reply that began with help", () => {
  it("shows it apart when the chat is read again, with the words that were searched for", () => {
    render(
      <Transcript
        messages={[reply]}
        agentName="Tucker"
        agentAvatarUrl={null}
        agentSpecies={null}
        userName="You"
        words={["vet"]}
      />,
    );
    expect(screen.getByText("Help first")).toBeTruthy();
    expect(screen.getByText("I stay close to you.")).toBeTruthy();
    expect(screen.getByText("vet").tagName).toBe("MARK");
  });

  it("shows it apart on paper, and the paper says that the pet is an AI", () => {
    render(<PrintedChat transcript={chat} userName="You" />);
    expect(screen.getByText("Help first").parentElement?.textContent).toBe(`Help first${help}`);
    expect(screen.getByText("I stay close to you.")).toBeTruthy();
    expect(screen.getByRole("article").textContent).toMatch(/Tucker is an AI\. It can be wrong\.$/);
  });
});

describe("a reply that asked the person to choose", () => {
  const asking = {
    ...reply,
    help: null,
    choices: [
      { label: "my bed", question: "Where do I sleep?" },
      { label: "my food", question: "What do I eat?" },
    ],
  };

  it("says what it offered, on the screen and on paper", () => {
    const { unmount } = render(
      <Transcript messages={[asking]} agentName="Tucker" agentAvatarUrl={null} agentSpecies={null} userName="You" />,
    );
    expect(screen.getByText(/^Offered:/).parentElement?.textContent).toBe("Offered: my bed · my food");
    unmount();
    render(<PrintedChat transcript={{ ...chat, messages: [asking] }} userName="You" />);
    expect(screen.getByText(/^Offered:/).parentElement?.textContent).toBe("Offered: my bed · my food");
  });
});
