import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { type AccessEntry, listAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { call } from "@/lib/api.ts";
import { dateOf } from "@/lib/dates.ts";
import { useSettled } from "@/lib/use-settled.ts";
import { ResourceCard } from "../admin-card.tsx";
import { ChangeQuestion } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { PAGE_SIZE, usePages } from "../resource-list.tsx";
import { Row, RowButton } from "../row.tsx";
import { SearchField } from "../search-field.tsx";
import { GrantForm } from "./grant-form.tsx";

export function AgentAccessTab() {
  const [typed, setTyped] = useState("");
  const q = useSettled(typed.trim());
  const list = usePages(
    [...keys.access, { q }],
    (cursor, signal) => call(listAgentAccess, { query: { q: q || undefined, cursor, limit: PAGE_SIZE } }, { signal }),
    (page) => page.userAgentAccess,
  );
  return (
    <div className="flex flex-col gap-6">
      <GrantForm />
      <ResourceCard
        title="Current User-Agent Access"
        what="The user-agent access"
        list={list}
        empty={q === "" ? "No user-agent access relationships found" : "Nothing found matching your search"}
        controls={
          <SearchField
            label="Search user-agent access"
            placeholder="Search by user or agent..."
            value={typed}
            onChange={setTyped}
          />
        }
      >
        {(entry) => (
          <Row
            name={<UserAndAgent entry={entry} />}
            actions={<RowButton dialog={<RevokeDialog entry={entry} />}>Revoke</RowButton>}
          />
        )}
      </ResourceCard>
    </div>
  );
}

const UserAndAgent = ({ entry }: { entry: AccessEntry }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <span className="flex min-w-0 flex-1 basis-52 flex-col">
      <span>{entry.userName}</span>
      <span className="font-normal text-ink-muted">{entry.userEmail}</span>
    </span>
    <span className="flex min-w-0 flex-1 basis-44 items-center gap-3">
      <ArrowRight aria-hidden="true" className="size-4.5 shrink-0 text-ink-muted" />
      <span className="flex min-w-0 flex-col">
        <span>{entry.agentName}</span>
        <span className="font-normal text-ink-muted text-sm">{`Since ${dateOf(entry.createdAt)}`}</span>
      </span>
    </span>
  </span>
);

const RevokeDialog = ({ entry }: { entry: AccessEntry }) => (
  <ChangeQuestion
    title="Revoke Access"
    description={
      <>
        <strong>{entry.userName}</strong>
        <span>{" will no longer be able to use "}</span>
        <strong>{entry.agentName}</strong>
        <span>, from this moment on. You can grant it again.</span>
      </>
    }
    confirmLabel="Revoke Access"
    pendingLabel="Revoking..."
    mutationFn={() => call(revokeAgentAccess, { body: { userId: entry.userId, agentId: entry.agentId } })}
    successTitle="User access revoked successfully"
    errorTitle="Failed to revoke user access"
    invalidates={[keys.access]}
  />
);
