import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { mayEditAgents } from "#shared/permissions.ts";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useConfig } from "@/domain/config.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { useAgents } from "@/domain/pets/agents.ts";
import { useCurrentPet } from "@/domain/pets/use-current-pet.ts";
import { useOpenPet } from "@/domain/pets/use-open-pet.ts";
import { useUser } from "@/domain/session/session.ts";
import { DeletePetDialog } from "@/features/agents/delete-pet-dialog.tsx";
import { type PetList, petInSetup, petRights } from "@/features/agents/pet-rights.ts";
import { SavedConfigurations } from "@/features/agents/saved-configurations.tsx";
import { useUploads } from "@/features/documents/use-uploads.ts";
import { cn } from "@/lib/cn.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { useStableCallback } from "@/lib/use-stable-callback.ts";
import { SetupForm } from "./setup-form.tsx";
import { useSetupForm } from "./use-setup-form.ts";

export function SetupTab({ onChat }: { onChat: () => void }) {
  const pets = useAgents();
  const hasChoice = (pets.data?.agents.length ?? 0) > 1;
  return (
    <div
      className={cn(
        "mx-auto flex w-full flex-col gap-5 p-4 sm:p-6",
        hasChoice ? "max-w-6xl" : "max-w-3xl min-[90rem]:max-w-6xl",
      )}
    >
      <header className="flex flex-col gap-1">
        <h1 className="text-3xl">{t`Set up your pet`}</h1>
        <p className="text-ink-muted">{t`Four calm steps, and your pet can talk.`}</p>
      </header>
      {pets.isPending && <SetupFormSkeleton />}
      {pets.isError && (
        <LoadError title={t`Your pets could not be loaded`} onRetry={() => void pets.refetch()}>
          {t`Please check your connection.`}
        </LoadError>
      )}
      {pets.data && <SetupScreen list={pets.data} onChat={onChat} />}
    </div>
  );
}

const NEW_PET = "/app?tab=setup&pet=new";

function SetupScreen({ list, onChat }: { list: PetList; onChat: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const isNew = new URLSearchParams(useSearch()).get("pet") === "new";
  const current = useCurrentPet();
  // The banner of the engines stands above the form, which would move if it came later.
  const isConfigLoading = useConfig(mayEditAgents(user)).isLoading;
  const loadedId = current.status === "chosen" ? current.agent.id : undefined;
  const formTop = useRef<HTMLDivElement>(null);
  const uploads = useUploads();
  const mayCreate = petRights(user, list, null).create;
  const setup = useSetupForm({
    user,
    list,
    pet: petInSetup(list, isNew && mayCreate ? undefined : loadedId, mayCreate),
    uploads,
    onChat,
  });
  const { pet, rights } = setup;
  // The only pet is in the form already, so the list comes after it.
  const isOnly = list.agents.length === 1;
  const isChoice = list.agents.length > 1;
  const load = useLoadPet(onChat);
  const [deleting, setDeleting] = useState<Agent | null>(null);
  /** An action that would lose unsaved changes; it waits until the person confirms it. */
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null);

  const unlessUnsaved = (act: () => void) => {
    if (setup.unsaved.length === 0) return act();
    setWaiting({ act });
  };
  const startNew = () => {
    navigate(NEW_PET);
    formTop.current?.scrollIntoView({ block: "start" });
    formTop.current?.querySelector("input")?.focus({ preventScroll: true });
  };
  const onLoad = useStableCallback((chosen: Agent) => unlessUnsaved(() => load.mutate(chosen)));
  const onNew = useStableCallback(() => unlessUnsaved(startNew));

  const pets = (
    <aside aria-label={t`Your pets`} className={cn("min-w-0", isChoice && "xl:sticky xl:top-22")}>
      <SavedConfigurations
        list={list}
        rights={rights}
        shownId={pet?.id}
        loadingId={load.isPending ? load.variables.id : undefined}
        onLoad={onLoad}
        onDelete={setDeleting}
        onNew={onNew}
      />
    </aside>
  );
  return (
    <div className={cn("grid grid-cols-1 items-start gap-5", isChoice && "xl:grid-cols-[23rem_minmax(0,1fr)]")}>
      {!isOnly && pets}
      <div ref={formTop} className="flex min-w-0 scroll-mt-20 flex-col gap-5">
        {current.status === "loading" || isConfigLoading ? (
          <SetupFormSkeleton />
        ) : (
          <SetupForm
            user={user}
            setup={setup}
            uploads={uploads}
            isWide={!isChoice}
            onDiscard={() => setWaiting({ act: () => undefined })}
          />
        )}
      </div>
      {isOnly && pets}
      {waiting !== null && (
        <DiscardDialog
          unsaved={setup.unsaved}
          onKeep={() => setWaiting(null)}
          onDiscard={() => {
            setWaiting(null);
            setup.discard();
            waiting.act();
          }}
        />
      )}
      {deleting !== null && (
        <DeletePetDialog
          pet={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={({ id }) => {
            setup.forget(id);
            if (loadedId !== id) return;
            setActivePet(null);
            navigate(NEW_PET);
          }}
        />
      )}
    </div>
  );
}

type DiscardDialogProps = { unsaved: string[]; onKeep: () => void; onDiscard: () => void };

function DiscardDialog({ unsaved, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onKeep();
      }}
      title={t`Discard unsaved changes?`}
      description={t`Not saved yet: ${{ unsaved: unsaved.join(", ") }}. If you go on, these changes are lost.`}
      confirmLabel={t`Discard changes`}
      cancelLabel={t`Keep editing`}
      onConfirm={onDiscard}
    />
  );
}

function useLoadPet(onLoaded: (pet: Agent) => void) {
  const openPet = useOpenPet();
  return useMutation({
    mutationFn: (pet: Agent) => openPet(pet.id),
    onSuccess: (_chat, pet) => {
      toast({ title: t`Loaded configuration: ${{ name: pet.name }} (fresh session started)` });
      onLoaded(pet);
    },
    onError: (error) => toastError(t`Failed to load configuration`, error, t`Please try again`),
  });
}

const SetupFormSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-5">
    <Skeleton className="h-64 rounded-card" />
    <Skeleton className="h-56 rounded-card" />
    <Skeleton className="h-56 rounded-card" />
  </div>
);
