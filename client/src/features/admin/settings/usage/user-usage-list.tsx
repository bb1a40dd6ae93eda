import { t } from "@lingui/core/macro";
import { useState } from "react";
import {
  listUserUsage,
  type UsagePeriod,
  type UserUsage,
  type UserUsageSort,
  userUsageSorts,
} from "#shared/api/admin/settings/usage.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { ResourceList, SearchField, usePages } from "@/features/admin/resource-list.tsx";
import { call } from "@/lib/api.ts";
import { useDebounced } from "@/lib/use-debounced.ts";
import { figureNames, figures } from "./figures.ts";

/** Few, because a button shows more. */
const USERS = 10;

const sortNames: Record<UserUsageSort, string> = {
  name: t`Name`,
  "-messages": t`Most messages`,
  "-tokens": t`Most model tokens`,
  "-characters": t`Most spoken characters`,
  "-seconds": t`Most recognized speech`,
  "-storedBytes": t`Most stored files`,
};

type UserUsageListProps = {
  days: UsagePeriod;
  /** The user whose days are shown above. */
  shownId: string | undefined;
  onShow: (user: { id: string; name: string }) => void;
};

export function UserUsageList({ days, shownId, onShow }: UserUsageListProps) {
  const [typed, setTyped] = useState("");
  const [sort, setSort] = useState<UserUsageSort>("-messages");
  const q = useDebounced(typed.trim());
  const list = usePages(
    [...keys.usage, "users", { days, q, sort }],
    (cursor, signal) =>
      call(listUserUsage, { query: { days, sort, q: q || undefined, cursor, limit: USERS } }, { signal }),
    (page) => page.users,
    0,
  );
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 className="text-lg">{t`By user`}</h3>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[1fr_15rem]">
        <SearchField
          label={t`Search the usage by user`}
          placeholder={t`Name or email...`}
          value={typed}
          onChange={setTyped}
        />
        <Field label={t`Order of the users`} hideLabel>
          <Select
            value={sort}
            onValueChange={(next) => setSort(userUsageSorts.find((known) => known === next) ?? "-messages")}
            options={userUsageSorts.map((known) => ({ value: known, label: sortNames[known] }))}
          />
        </Field>
      </div>
      <ResourceList
        list={list}
        what={t`The usage by user`}
        label={t`Usage by user`}
        empty={q === "" ? t`No users yet` : t`No users found for ''${q}'`}
      >
        {(user) => <UserUsageRow user={user} isShown={user.id === shownId} onShow={() => onShow(user)} />}
      </ResourceList>
    </div>
  );
}

function UserUsageRow({ user, isShown, onShow }: { user: UserUsage; isShown: boolean; onShow: () => void }) {
  const nameId = `usage-${user.id}`;
  return (
    <li className="flex flex-col gap-2.5 py-3.5">
      <div className="flex items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p id={nameId} className="wrap-anywhere font-bold">
            <bdi>{user.name}</bdi>
          </p>
          <p className="wrap-anywhere text-ink-muted text-sm">
            <bdi>{user.email}</bdi>
          </p>
        </div>
        <Button variant="outline" size="sm" aria-describedby={nameId} aria-pressed={isShown} onClick={onShow}>
          {t`Show Days`}
        </Button>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-5">
        {figureNames.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-muted text-sm">{figures[name].label}</dt>
            <dd className="wrap-anywhere tabular-nums">{figures[name].format(figures[name].valueIn(user))}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
