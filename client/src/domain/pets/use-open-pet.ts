import { useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchLatestChats } from "@/domain/chats/latest-chats.ts";
import { messagesKey } from "@/domain/chats/messages.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { createSession } from "../../../../shared/api/chat.ts";
import { type ActivePet, setActivePet } from "./active-pet.ts";

/** Makes a pet the active one, with a new, empty chat. */
export function useOpenPet(): (agentId: string) => Promise<ActivePet> {
  const client = useQueryClient();
  return async (agentId) => {
    const session = await call(createSession, { body: { agentId } });
    const opened = { agentId, sessionId: session.id };
    client.setQueryData(messagesKey(session.id), []);
    setActivePet(opened);
    return opened;
  };
}

/** Opens a new chat with this pet; with none given, with the pet used last, if there is one. */
export function useNewChat() {
  const openPet = useOpenPet();
  return useMutation({
    mutationFn: async (agentId: string | undefined) => {
      const wanted = agentId ?? (await fetchLatestChats())[0]?.agentId;
      if (wanted !== undefined) await openPet(wanted);
    },
    onError: () =>
      toast({ title: "A new chat could not be started", description: "Please try again.", variant: "destructive" }),
  });
}
