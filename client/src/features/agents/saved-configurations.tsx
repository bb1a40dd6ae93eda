import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { MoreVertical } from "lucide-react";
import { memo, type ReactNode, useId, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { findByWords, searchWords } from "#shared/search-words.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { Menu } from "@/components/ui/menu.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { keepPetInList, useFoundPets } from "@/domain/pets/agents.ts";
import { numberOf, shortDateOf } from "@/lib/formats.ts";
import { useDebounced } from "@/lib/use-debounced.ts";
import type { PetList, PetRights } from "./pet-rights.ts";
import { PetLimitNotice } from "./setup-notices.tsx";

type SavedConfigurationsProps = {
  list: PetList;
  rights: PetRights;
  /** The pet in the form. */
  shownId: string | undefined;
  loadingId: string | undefined;
  onLoad: (pet: Agent) => void;
  onDelete: (pet: Agent) => void;
  onNew: () => void;
};

export const SavedConfigurations = memo(function SavedConfigurations({
  list,
  rights,
  onNew,
  ...row
}: SavedConfigurationsProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          {t`Saved Configurations`}
        </h2>
        {rights.create && (
          <Button variant="outline" size="sm" onClick={onNew}>
            {t`+ New Agent`}
          </Button>
        )}
      </div>
      <PetLimitNotice list={list} />
      {list.agents.length === 0 ? (
        <Empty>{t`No saved configurations yet. Create your first agent below!`}</Empty>
      ) : (
        <Pets list={list} hasMenu={rights.menu} {...row} />
      )}
    </Card>
  );
});

/** An administrator may have thousands of pets. */
const PETS_AT_ONCE = 20;

type PetsProps = Omit<SavedPetProps, "pet"> & { list: PetList };

function Pets({ list, ...row }: PetsProps) {
  return list.nextCursor ? <SearchedPets list={list} {...row} /> : <ListedPets list={list} {...row} />;
}

function ListedPets({ list: { agents }, ...row }: PetsProps) {
  const [typed, setTyped] = useState("");
  const [count, setCount] = useState(PETS_AT_ONCE);
  const found = findByWords(agents, ({ name }) => name, searchWords(typed));
  const isLong = agents.length > PETS_AT_ONCE;
  const search = (next: string) => {
    setTyped(next);
    setCount(PETS_AT_ONCE);
  };
  return (
    <>
      {isLong && <PetSearch typed={typed} onSearch={search} />}
      {isLong && found.length === 0 && <Empty>{t`No pet has this in its name.`}</Empty>}
      <ShownPets pets={isLong ? shownFirst(found, row.shownId).slice(0, count) : found} {...row} />
      <More shown={Math.min(count, found.length)} total={found.length} onMore={() => setCount(count + PETS_AT_ONCE)} />
    </>
  );
}

/** The list is cut, so the server searches. */
function SearchedPets({ list, onLoad, ...row }: PetsProps) {
  const [typed, setTyped] = useState("");
  const wanted = useDebounced(typed.trim());
  const client = useQueryClient();
  const query = useFoundPets(wanted);
  const pages = query.data?.pages ?? [];
  const found = pages.flatMap((page) => page.agents);
  const open = wanted === "" ? list.agents.find((pet) => pet.id === row.shownId) : undefined;
  const pets = open === undefined || found.some(({ id }) => id === open.id) ? found : [open, ...found];
  const load = (pet: Agent) => {
    keepPetInList(client, pet);
    onLoad(pet);
  };
  return (
    <>
      <PetSearch typed={typed} onSearch={setTyped} />
      {query.isPending && <Skeleton className="h-40 w-full" />}
      {query.isError && <LoadError title={t`Your pets could not be searched`} onRetry={() => void query.refetch()} />}
      {query.isSuccess && found.length === 0 && <Empty>{t`No pet has this in its name.`}</Empty>}
      <ShownPets pets={shownFirst(pets, row.shownId)} onLoad={load} {...row} />
      {query.hasNextPage && (
        <More
          shown={pets.length}
          total={pages.at(-1)?.total ?? pets.length}
          isBusy={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}

/** In a long list the pet in the form would be hard to find. */
function shownFirst(pets: readonly Agent[], shownId: string | undefined): readonly Agent[] {
  const shown = pets.find((pet) => pet.id === shownId);
  return shown === undefined ? pets : [shown, ...pets.filter((pet) => pet !== shown)];
}

const PetSearch = ({ typed, onSearch }: { typed: string; onSearch: (typed: string) => void }) => (
  <Field label={t`Find a pet`} hideLabel>
    <Input
      type="search"
      autoComplete="off"
      placeholder={t`Search by name...`}
      value={typed}
      onChange={(event) => onSearch(event.target.value)}
    />
  </Field>
);

const ShownPets = ({ pets, ...row }: Omit<SavedPetProps, "pet"> & { pets: readonly Agent[] }) => (
  <ul className="-mx-2 flex max-h-[32rem] flex-col gap-1 overflow-y-auto px-2 py-1">
    {pets.map((pet) => (
      <SavedPet key={pet.id} pet={pet} {...row} />
    ))}
  </ul>
);

type MoreProps = { shown: number; total: number; isBusy?: boolean; onMore: () => void };

const More = ({ shown, total, isBusy = false, onMore }: MoreProps) =>
  total > shown && (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="text-ink-muted text-sm">{t`${{ shown: numberOf(shown) }} of ${{ total: numberOf(total) }}`}</span>
      <Button variant="outline" size="sm" busy={isBusy} onClick={onMore}>
        {t`Show more`}
      </Button>
    </div>
  );

type SavedPetProps = Omit<SavedConfigurationsProps, "list" | "rights" | "onNew"> & { pet: Agent; hasMenu: boolean };

function SavedPet({ pet, hasMenu, shownId, loadingId, onLoad, onDelete }: SavedPetProps) {
  const nameId = useId();
  const isLoading = loadingId === pet.id;
  return (
    <li className="flex flex-wrap items-center justify-end gap-3 rounded-card p-2 has-[[data-shown]]:bg-primary-soft">
      <PetAvatar src={pet.avatarUrl} species={pet.species} size="md" className="me-1" />
      <div className="flex min-w-28 flex-1 flex-col">
        <p id={nameId} className="truncate font-bold">
          {pet.name}
        </p>
        <p className="text-ink-muted text-sm">{t`Created ${{ createdAt: shortDateOf(pet.createdAt) }}`}</p>
        {shownId === pet.id && (
          <Badge tone="primary" data-shown="" className="mt-1 -ms-2.5">
            {t`Open`}
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
        {t`Load`}
      </Button>
      {hasMenu && (
        <Menu
          button={
            <Button variant="ghost" size="icon" aria-label={t`More for ${{ name: pet.name }}`} className="-mx-2">
              <MoreVertical aria-hidden="true" />
            </Button>
          }
        >
          {(items) => (
            <>
              <items.MenuItem disabled={loadingId !== undefined} onSelect={() => onLoad(pet)}>
                {t`Load Agent`}
              </items.MenuItem>
              <items.MenuItem tone="danger" disabled={!pet.canEdit || isShared(pet)} onSelect={() => onDelete(pet)}>
                {t`Delete`}
              </items.MenuItem>
            </>
          )}
        </Menu>
      )}
    </li>
  );
}

/** Somebody else's, whatever the person may change. */
const isShared = ({ sharedAs = null }: Agent): boolean => sharedAs !== null;

const Empty = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card bg-surface-sunken px-4 py-6 text-center text-ink-muted">{children}</p>
);
