import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listAgents } from "#shared/api/agents.ts";
import { closeTemporaryChat, createSession } from "#shared/api/chat.ts";
import { fetchLatestChats, messagesKey } from "@/domain/chats/messages.ts";
import { call, request } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { type ActivePet, activePetNow, setActivePet, subscribe } from "./active-pet.ts";
import { agentsKey } from "./agents.ts";

export function useOpenPet(): (agentId: string, isTemporary?: boolean) => Promise<ActivePet> {
  const client = useQueryClient();
  return async (agentId, isTemporary = false) => {
    const session = await call(createSession, { body: { agentId, isTemporary } });
    const opened = { agentId, sessionId: session.id, ...(isTemporary ? { isTemporary } : {}) };
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
      toast({ title: t`A new chat could not be started`, description: t`Please try again.`, variant: "destructive" }),
  });
}

export function useTemporaryChat() {
  const openPet = useOpenPet();
  return useMutation({
    mutationFn: (agentId: string) => openPet(agentId, true),
    onError: (error) => toastError(t`A temporary chat could not be started`, error, t`Please try again.`),
  });
}

/** A temporary chat is gone as soon as this tab shows another one, or none. */
export function useEndOfTemporaryChats(): void {
  const client = useQueryClient();
  useEffect(() => {
    let shown = activePetNow();
    return subscribe(() => {
      const before = shown;
      shown = activePetNow();
      if (before?.isTemporary !== true || before.sessionId === shown?.sessionId) return;
      client.removeQueries({ queryKey: messagesKey(before.sessionId) });
      void endTemporaryChat(before);
      toast({ title: t`The temporary chat is closed`, description: t`Nothing of it was kept.` });
    });
  }, [client]);
}

/** Where it fails, the server ends the chat an hour after its last word. */
export async function endTemporaryChat({ sessionId, isTemporary }: ActivePet): Promise<void> {
  if (isTemporary) await request(closeTemporaryChat, { params: { sessionId } }).catch(() => undefined);
}

/** Not the demo pet, which has a page of its own. */
async function lastUsed(client: QueryClient): Promise<string | undefined> {
  const [chats, { agents }] = await Promise.all([
    fetchLatestChats(),
    client.ensureQueryData({ queryKey: agentsKey, queryFn: () => call(listAgents, {}) }),
  ]);
  return chats.find((chat) => agents.some(({ id }) => id === chat.agentId))?.agentId;
}
