import { useState } from "react";
import { type AccessEntry, listAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { call } from "@/lib/api.ts";
import { useSettled } from "@/lib/use-settled.ts";
import { AdminCard, countAfter } from "../admin-card.tsx";
import { keys } from "../keys.ts";
import { PagedList } from "../list-states.tsx";
import { SearchField } from "../search-field.tsx";
import { useAdminMutation } from "../use-admin-mutation.ts";
import { PAGE_SIZE, usePages } from "../use-pages.ts";
import { AccessRow } from "./access-row.tsx";
import { GrantForm } from "./grant-form.tsx";

export function AgentAccessTab() {
  const [typed, setTyped] = useState("");
  const [revoked, setRevoked] = useState<AccessEntry | null>(null);
  const q = useSettled(typed.trim());
  const list = usePages([...keys.access, { q }], (cursor, signal) =>
    call(listAgentAccess, { query: { q: q || undefined, cursor, limit: PAGE_SIZE } }, { signal }),
  );
  const entries = list.pages.flatMap((page) => page.userAgentAccess);
  return (
    <div className="flex flex-col gap-6">
      <GrantForm />
      <AdminCard title={countAfter("Current User-Agent Access", list.total)}>
        <SearchField
          label="Search user-agent access"
          placeholder="Search by user or agent..."
          value={typed}
          onChange={setTyped}
        />
        <PagedList
          query={list.query}
          what="The user-agent access"
          label="Current User-Agent Access"
          count={entries.length}
          total={list.total}
          empty={q === "" ? "No user-agent access relationships found" : "Nothing found matching your search"}
        >
          {entries.map((entry) => (
            <AccessRow key={entry.id} entry={entry} onRevoke={() => setRevoked(entry)} />
          ))}
        </PagedList>
      </AdminCard>
      {revoked !== null && <RevokeDialog entry={revoked} onClose={() => setRevoked(null)} />}
    </div>
  );
}

function RevokeDialog({ entry, onClose }: { entry: AccessEntry; onClose: () => void }) {
  const revoke = useAdminMutation({
    mutationFn: () => call(revokeAgentAccess, { body: { userId: entry.userId, agentId: entry.agentId } }),
    successTitle: "User access revoked successfully",
    errorTitle: "Failed to revoke user access",
    invalidates: [keys.access],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !revoke.isPending) onClose();
      }}
      title="Revoke Access"
      description={
        <>
          <strong>{entry.userName}</strong>
          <span>{" will no longer be able to use "}</span>
          <strong>{entry.agentName}</strong>
          <span>, from this moment on. You can grant it again.</span>
        </>
      }
      confirmLabel={revoke.isPending ? "Revoking..." : "Revoke Access"}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined)}
    />
  );
}
