import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { listAgents } from "#shared/api/agents.ts";
import { createSession } from "#shared/api/chat.ts";
import { fetchLatestChats, messagesKey } from "@/domain/chats/messages.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { type ActivePet, setActivePet } from "./active-pet.ts";
import { agentsKey } from "./agents.ts";

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

export function useNewChat() {
  const client = useQueryClient();
  const openPet = useOpenPet();
  return useMutation({
    mutationFn: async (agentId: string | undefined) => {
      const wanted = agentId ?? (await lastUsed(client));
      if (wanted !== undefined) await openPet(wanted);
    },
    onError: () =>
      toast({ title: "A new chat could not be started", description: "Please try again.", variant: "destructive" }),
  });
}

/** Not the demo pet, which has a page of its own. */
async function lastUsed(client: QueryClient): Promise<string | undefined> {
  const [chats, { agents }] = await Promise.all([
    fetchLatestChats(),
    client.ensureQueryData({ queryKey: agentsKey, queryFn: () => call(listAgents, {}) }),
  ]);
  return chats.find((chat) => agents.some(({ id }) => id === chat.agentId))?.agentId;
}
