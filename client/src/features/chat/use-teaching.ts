import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { getWholeQuestion, type Message } from "#shared/api/chat.ts";
import { isUnknown, replyParts } from "@/domain/chats/replies.ts";
import { useConfig } from "@/domain/config.ts";
import type { DiaryEntry } from "@/domain/diary/diary.ts";
import { call } from "@/lib/api.ts";

/**
 * What the pet does not know can be taught; with a language model every reply can be added to the diary, because it words even
 * what it knows in its own way.
 */
export function useTeaching(agent: Agent) {
  const [entry, setEntry] = useState<DiaryEntry | null>(null);
  const isModel = useConfig().data?.engines.model.kind === "configured";
  const opening = useMutation({
    mutationFn: ({ id }: Message) => call(getWholeQuestion, { params: { id } }),
    // Such a reply only says that the pet does not know.
    onSuccess: ({ question }, reply) => setEntry({ question, answer: isUnknown(reply) ? "" : replyParts(reply).own }),
  });
  return {
    entry,
    teaches: !agent.canEditDiary ? "nothing" : isModel ? "every reply" : "the unknown",
    teach: (reply: Message) => opening.mutate(reply),
    close: () => setEntry(null),
  } as const;
}

export type TeachableReplies = ReturnType<typeof useTeaching>["teaches"];

export function isTeachable(message: Message, teaches: TeachableReplies): boolean {
  if (teaches === "nothing" || message.role !== "assistant" || message.status !== "complete" || message.help)
    return false;
  return teaches === "every reply" || isUnknown(message);
}
