import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { type Agent, type AgentList, listAgents } from "#shared/api/agents.ts";
import { PetChat } from "@/app/pet-chat.tsx";
import { LostPet } from "@/components/art/lazy-pictures.tsx";
import { useUnlockedPlayer } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { setActivePet, useActivePet } from "@/domain/pets/active-pet.ts";
import { findPet, useAgents } from "@/domain/pets/agents.ts";
import { useOpenPet } from "@/domain/pets/use-open-pet.ts";
import { call } from "@/lib/api.ts";

export function ChatPage({ agentId }: { agentId: string | undefined }) {
  useUnlockedPlayer();
  const agents = useAgents();
  return <main className="min-h-dvh [--header:0px]">{content()}</main>;

  function content() {
    if (agents.isPending) return <Loading />;
    if (agents.isError) return <Failure title={t`Your pets could not be loaded`} query={agents} />;
    const { agents: own, demo } = agents.data;
    const pets = demo ? [...own, demo] : own;
    if (pets.length === 0)
      return (
        <EmptyState
          as="h1"
          art={<LostPet />}
          title={t`Tucker Not Available`}
          action={<SetupLink />}
          className="min-h-dvh justify-center"
        >
          {t`He may be napping. Please check back later or contact the administrator.`}
        </EmptyState>
      );
    const agent = chooseAgent(pets, agentId);
    if (agents.data.nextCursor && (agent === undefined || agentId === undefined))
      return <UnlistedPet list={agents.data} agentId={agentId} near={agent} />;
    if (agent === undefined) return <NoSuchPet />;
    return <FreshChat key={agent.id} agent={agent} />;
  }
}

/** The list of pets may be cut: then the server is asked for the pet, or for one called Tucker. */
function UnlistedPet({
  list,
  agentId,
  near,
}: {
  list: AgentList;
  agentId: string | undefined;
  near: Agent | undefined;
}) {
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ["chat-page", "far", agentId ?? "tucker"],
    gcTime: 0,
    queryFn: async () => {
      if (agentId !== undefined) return (await findPet(client, list, agentId)) ?? null;
      const { agents } = await call(listAgents, { query: { q: "tucker", limit: 1 } });
      return agents[0] ?? near ?? null;
    },
  });
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failure title={t`Your pets could not be loaded`} query={found} />;
  return found.data === null ? <NoSuchPet /> : <FreshChat key={found.data.id} agent={found.data} />;
}

function FreshChat({ agent }: { agent: Agent }) {
  const [, navigate] = useLocation();
  const openPet = useOpenPet();
  const active = useActivePet();
  const opened = useQuery({
    queryKey: ["chat-page", agent.id],
    queryFn: () => openPet(agent.id),
    // Dropped with the page, so that the next visit opens another chat.
    gcTime: 0,
  });
  if (opened.isPending) return <Loading />;
  if (opened.isError) return <Failure title={t`The chat could not be started`} query={opened} />;
  // 'New Chat' makes another chat the active one.
  const sessionId = active?.agentId === agent.id ? active.sessionId : opened.data.sessionId;
  return (
    <PetChat
      agent={agent}
      sessionId={sessionId}
      onPet={(chat) => {
        setActivePet(chat);
        navigate("/app?tab=chat");
      }}
      onSetup={() => navigate("/app?tab=setup")}
    />
  );
}

function Loading() {
  return (
    <div role="status" className="flex min-h-dvh flex-col items-center justify-center gap-4">
      <Spinner className="size-8 text-primary" />
      <p className="text-ink-muted">{t`Loading Tucker's chat`}</p>
    </div>
  );
}

function NoSuchPet() {
  return (
    <EmptyState
      as="h1"
      art={<LostPet />}
      title={t`This Pet Is Not Available`}
      action={
        <>
          <Button asChild>
            <Link href="/chat">{t`Chat with another pet`}</Link>
          </Button>
          <SetupLink />
        </>
      }
      className="min-h-dvh justify-center"
    >
      {t`It may have moved away, or is no longer shared with you.`}
    </EmptyState>
  );
}

function SetupLink() {
  return (
    <Button asChild variant="outline">
      <Link href="/app?tab=setup">{t`Go to Setup`}</Link>
    </Button>
  );
}

function Failure({ title, query }: { title: string; query: { isFetching: boolean; refetch: () => unknown } }) {
  return (
    <EmptyState
      as="h1"
      art={<LostPet />}
      title={title}
      action={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t`Try again`}
        </Button>
      }
      className="min-h-dvh justify-center"
    >
      {t`Please check your connection.`}
    </EmptyState>
  );
}

/**
 * The pet in the address, else the first called 'tucker', else the first. None for an unknown address: a message must
 * not reach another pet.
 */
function chooseAgent(agents: readonly Agent[], agentId: string | undefined): Agent | undefined {
  if (agentId !== undefined) return agents.find((agent) => agent.id === agentId);
  return agents.find((agent) => agent.name.toLowerCase().includes("tucker")) ?? agents[0];
}
