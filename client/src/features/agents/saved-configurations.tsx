import { MoreVertical } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import type { Agent } from "../../../../shared/api/agents.ts";
import { PetLimitNotice } from "./access-notices.tsx";
import type { PetList, PetRights } from "./pet-rights.ts";

type SavedConfigurationsProps = {
  list: PetList;
  rights: PetRights;
  /** The pet in the form. */
  shownId: string | undefined;
  /** The pet that is being loaded right now. */
  loadingId: string | undefined;
  onLoad: (pet: Agent) => void;
  onDelete: (pet: Agent) => void;
  onNew: () => void;
};

export function SavedConfigurations({ list, rights, onNew, ...row }: SavedConfigurationsProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          Saved Configurations
        </h2>
        {rights.create && (
          <Button variant="outline" size="sm" onClick={onNew}>
            + New Agent
          </Button>
        )}
      </div>
      <PetLimitNotice list={list} />
      {list.agents.length === 0 ? (
        <Empty>No saved configurations yet. Create your first agent below!</Empty>
      ) : (
        <Pets pets={list.agents} hasMenu={rights.menu} {...row} />
      )}
    </Card>
  );
}

/** An administrator may have thousands of pets: so many are shown at first, and so many more at each request. */
const PETS_AT_ONCE = 20;

type PetsProps = Omit<SavedPetProps, "pet"> & { pets: readonly Agent[] };

function Pets({ pets, ...row }: PetsProps) {
  const [typed, setTyped] = useState("");
  const [count, setCount] = useState(PETS_AT_ONCE);
  const isLong = pets.length > PETS_AT_ONCE;
  const wanted = typed.trim().toLowerCase();
  const found = pets.filter((pet) => pet.name.toLowerCase().includes(wanted));
  // In a long list the pet in the form would be hard to find.
  const first = isLong ? found.find((pet) => pet.id === row.shownId) : undefined;
  const others = first === undefined ? found : found.filter((pet) => pet !== first);
  const shown = (first === undefined ? others : [first, ...others]).slice(0, count);
  return (
    <>
      {isLong && (
        <Field label="Find a pet" hideLabel>
          <Input
            type="search"
            autoComplete="off"
            placeholder="Search by name..."
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setCount(PETS_AT_ONCE);
            }}
          />
        </Field>
      )}
      {isLong && found.length === 0 && <Empty>No pet has this in its name.</Empty>}
      <ul className="-mx-2 flex max-h-[32rem] flex-col gap-1 overflow-y-auto px-2 py-1">
        {shown.map((pet) => (
          <SavedPet key={pet.id} pet={pet} {...row} />
        ))}
      </ul>
      {found.length > shown.length && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-ink-muted text-sm">
            {shown.length.toLocaleString()} of {found.length.toLocaleString()}
          </span>
          <Button variant="outline" size="sm" onClick={() => setCount(count + PETS_AT_ONCE)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

type SavedPetProps = Omit<SavedConfigurationsProps, "list" | "rights" | "onNew"> & { pet: Agent; hasMenu: boolean };

function SavedPet({ pet, hasMenu, shownId, loadingId, onLoad, onDelete }: SavedPetProps) {
  const nameId = useId();
  const isLoading = loadingId === pet.id;
  return (
    <li className="flex flex-wrap items-center justify-end gap-3 rounded-card p-2 has-[[data-shown]]:bg-primary-soft">
      <PetAvatar src={pet.avatarUrl} species={pet.species} size="md" className="mr-1" />
      <div className="flex min-w-28 flex-1 flex-col">
        <p id={nameId} className="truncate font-bold">
          {pet.name}
        </p>
        <p className="text-ink-muted text-sm">Created {new Date(pet.createdAt).toLocaleDateString()}</p>
        {shownId === pet.id && (
          <Badge tone="primary" data-shown="" className="mt-1 -ml-2.5">
            Open
          </Badge>
        )}
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-describedby={nameId}
        busy={isLoading}
        disabled={loadingId !== undefined}
        onClick={() => onLoad(pet)}
      >
        Load
      </Button>
      {hasMenu && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon" aria-label={`More for ${pet.name}`} className="-mx-2">
              <MoreVertical aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem disabled={loadingId !== undefined} onSelect={() => onLoad(pet)}>
              Load Agent
            </DropdownMenuItem>
            <DropdownMenuItem tone="danger" disabled={!pet.canEdit} onSelect={() => onDelete(pet)}>
              Delete
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </li>
  );
}

const Empty = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card bg-surface-sunken px-4 py-6 text-center text-ink-muted">{children}</p>
);
