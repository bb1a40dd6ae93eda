import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { helpAssistant, helpPages } from "#shared/api/help.ts";
import { limits } from "#shared/limits.ts";
import { activePetNow } from "@/domain/pets/active-pet.ts";
import { call, limitMessage } from "@/lib/api.ts";
import { useIsMobile } from "@/lib/device.ts";

export interface HelpMessage {
  id: number;
  role: "user" | "assistant";
  content: string;
  timestamp: Date;
  /** The greeting and apologies are not told again with the next question. */
  isAside?: boolean;
}

const GREETING = t`Hi! I can help you set up and use your pet. What would you like to know?`;
const APOLOGY = t`I'm sorry, I'm having trouble answering just now. Please try again in a moment, or simply continue with your setup.`;

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
    { id: 0, role: "assistant", content: GREETING, timestamp: new Date(), isAside: true },
  ]);
  const page = usePage();
  const isPhone = useIsMobile();
  const say = (role: HelpMessage["role"], content: string, isAside = false) => {
    lastId.current += 1;
    const message = { id: lastId.current, role, content, timestamp: new Date(), isAside };
    setMessages((before) => [...before, message]);
  };
  const question = useMutation({
    mutationFn: ({ message, history }: { message: string; history: ReturnType<typeof exchangesOf> }) => {
      const agentId = activePetNow()?.agentId;
      return call(helpAssistant, { body: { message, context: "setup_screen", history, page, isPhone, agentId } });
    },
    onSuccess: ({ response }) => say("assistant", response),
    // An apology in the conversation and not a toast, because the person is looking here.
    onError: (error, { message }) => {
      say("assistant", limitMessage(error) ?? APOLOGY, true);
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
      question.mutate({ message, history: exchangesOf(messages) });
      return true;
    },
  };
}

/** Questions that got an answer, each with it: the newest that the server takes. */
function exchangesOf(messages: readonly HelpMessage[]) {
  return messages
    .flatMap(({ role, content: question }, at) => {
      const answer = messages[at + 1];
      if (role !== "user" || answer === undefined || answer.isAside) return [];
      return { question, answer: answer.content.slice(0, limits.message) };
    })
    .slice(-limits.helpExchanges);
}

/** In the words of the contract; undefined on a page of which the help says nothing. */
function usePage() {
  const [path] = useLocation();
  const tab = new URLSearchParams(useSearch()).get("tab");
  const name = path === "/app" ? (tab ?? "setup") : path.slice(1);
  return helpPages.find((page) => page === name);
}
