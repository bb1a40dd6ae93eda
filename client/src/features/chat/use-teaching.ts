import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { getWholeQuestion, type Message } from "#shared/api/chat.ts";
import { isOwnWords, replyParts } from "@/domain/chats/replies.ts";
import { useConfig } from "@/domain/config.ts";
import type { DiaryEntry } from "@/domain/diary/diary.ts";
import { call } from "@/lib/api.ts";

/**
 * Replies that were taken from nothing can be added to the diary; with a language model every reply, because it words
 * even what it knows in its own way.
 */
export function useTeaching(agent: Agent) {
  const [entry, setEntry] = useState<DiaryEntry | null>(null);
  const isModel = useConfig().data?.engines.model.kind === "configured";
  const opening = useMutation({
    mutationFn: ({ id }: Message) => call(getWholeQuestion, { params: { id } }),
    // Without a model, such a reply only says that the pet does not know.
    onSuccess: ({ question }, reply) => setEntry({ question, answer: isModel ? replyParts(reply).own : "" }),
  });
  return {
    entry,
    teaches: !agent.canEditDiary ? "nothing" : isModel ? "every reply" : "own words",
    teach: (reply: Message) => opening.mutate(reply),
    close: () => setEntry(null),
  } as const;
}

export type TeachableReplies = ReturnType<typeof useTeaching>["teaches"];

export function isTeachable(message: Message, teaches: TeachableReplies): boolean {
  if (teaches === "nothing" || message.role !== "assistant" || message.status !== "complete" || message.help)
    return false;
  return teaches === "every reply" || isOwnWords(message);
}
