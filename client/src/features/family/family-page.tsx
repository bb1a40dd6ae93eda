import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { getFamily, leaveFamily } from "#shared/api/family.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { LostPet } from "@/components/art/lazy-pictures.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardTitle } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { refreshAgents, useAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { ContributeCard } from "./contribute-card.tsx";
import { ContributionsCard } from "./contributions-card.tsx";
import { familyKey } from "./family-queries.ts";
import { InviteCard } from "./invite-card.tsx";
import { LinksCard } from "./links-card.tsx";
import { MembersCard } from "./members-card.tsx";
import { rightWords } from "./right-words.ts";

/** Who may use a pet; for those who don't manage it, their own right and the way out. */
export function FamilyPage({ agentId }: { agentId: string }) {
  const pets = useAgents();
  const pet = pets.data?.agents.find(({ id }) => id === agentId);
  if (pets.isError)
    return (
      <div className="mx-auto w-full max-w-3xl p-4 sm:p-8">
        <LoadError title={t`Your pets could not be loaded`} onRetry={() => void pets.refetch()}>
          {t`Please check your connection.`}
        </LoadError>
      </div>
    );
  if (pets.data !== undefined && pet === undefined)
    return (
      <EmptyState
        as="h1"
        art={<LostPet />}
        title={t`No such pet`}
        action={
          <Button asChild>
            <Link href="/app">{t`Go to Home`}</Link>
          </Button>
        }
      >
        {t`It was deleted, or is no longer shared with you.`}
      </EmptyState>
    );
  const right = pet?.sharedAs ?? null;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 p-4 sm:p-8">
      <header className="flex flex-col gap-2">
        <h1 className="wrap-anywhere text-3xl sm:text-4xl">
          {pet === undefined ? t`Family` : t`${{ name: pet.name }}'s family`}
        </h1>
        <p className="text-ink-muted">{t`Everybody has their own chats, and nobody in the family sees another's.`}</p>
        <Link
          href="/app?tab=setup"
          className="inline-flex min-h-11 items-center self-start font-bold text-secondary underline underline-offset-4"
        >
          {t`Back to the setup`}
        </Link>
      </header>
      {pet === undefined && <Skeleton className="h-48 rounded-card" />}
      {pet !== undefined && (right === null || right === "manage") && <Managed pet={pet} />}
      {pet !== undefined && right === "contribute" && <ContributeCard pet={pet} />}
      {pet !== undefined && right !== null && <Leave pet={pet} right={right} />}
    </div>
  );
}

function Managed({ pet }: { pet: Agent }) {
  const family = useQuery({
    queryKey: familyKey(pet.id),
    queryFn: () => call(getFamily, { params: { id: pet.id } }),
    // Others may join meanwhile.
    staleTime: 0,
  });
  if (family.data !== undefined)
    return (
      <>
        <MembersCard pet={pet} family={family.data} />
        <ContributionsCard pet={pet} family={family.data} />
        <InviteCard pet={pet} />
        <LinksCard pet={pet} invitations={family.data.invitations} />
      </>
    );
  if (family.isError)
    return (
      <LoadError
        title={t`The family could not be loaded`}
        isBusy={family.isFetching}
        onRetry={() => void family.refetch()}
      >
        {t`Please check your connection.`}
      </LoadError>
    );
  return <Skeleton className="h-48 rounded-card" />;
}

function Leave({ pet, right }: { pet: Agent; right: FamilyRight }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => call(leaveFamily, { params: { id: pet.id } }),
    onSuccess: async () => {
      setActivePet(null);
      navigate("/app");
      toast({ title: t`You have left ${{ name: pet.name }}'s family` });
      await refreshAgents(client);
    },
    onError: (error) => toastError(t`That did not work`, error, t`Please try again.`),
  });
  return (
    <Card aria-label={t`Your part`}>
      <CardTitle>{t`Your part`}</CardTitle>
      <p>{t`You may ${{ rights: rightWords[right].may(pet.name) }}.`}</p>
      <Button variant="outline" className="self-start text-danger" onClick={() => setAsking(true)}>
        <LogOut aria-hidden="true" />
        <span>{t`Leave the family`}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => !leave.isPending && setAsking(open)}
        title={t`Leave ${{ name: pet.name }}'s family?`}
        description={t`You can no longer talk with ${{ name: pet.name }}. To come back, you need a new link.`}
        confirmLabel={leave.isPending ? t`Leaving...` : t`Leave the family`}
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </Card>
  );
}
