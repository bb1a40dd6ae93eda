import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { helpAssistant } from "#shared/api/help.ts";
import { call, limitMessage } from "@/lib/api.ts";

export interface HelpMessage {
  id: number;
  role: "user" | "assistant";
  content: string;
  timestamp: Date;
}

const GREETING = "Hi! I can help you set up and use your pet. What would you like to know?";
const APOLOGY =
  "I'm sorry, I'm having trouble answering just now. Please try again in a moment, or simply continue with your setup.";

export interface HelpChat {
  messages: readonly HelpMessage[];
  isPending: boolean;
  /** @returns false, and does nothing, where the text is empty or a reply is still awaited */
  send: (text: string) => boolean;
}

/** @param onUnanswered gets a question that has no answer, to be asked again */
export function useHelpChat(onUnanswered: (question: string) => void): HelpChat {
  const lastId = useRef(0);
  const [messages, setMessages] = useState<readonly HelpMessage[]>([
    { id: 0, role: "assistant", content: GREETING, timestamp: new Date() },
  ]);
  const say = (role: HelpMessage["role"], content: string) => {
    lastId.current += 1;
    const message = { id: lastId.current, role, content, timestamp: new Date() };
    setMessages((before) => [...before, message]);
  };
  const question = useMutation({
    mutationFn: (message: string) => call(helpAssistant, { body: { message, context: "setup_screen" } }),
    onSuccess: ({ response }) => say("assistant", response),
    // An apology in the conversation and not a toast, because the person is looking here.
    onError: (error, message) => {
      say("assistant", limitMessage(error) ?? APOLOGY);
      onUnanswered(message);
    },
  });
  return {
    messages,
    isPending: question.isPending,
    send: (text) => {
      const message = text.trim();
      if (message === "" || question.isPending) return false;
      say("user", message);
      question.mutate(message);
      return true;
    },
  };
}
