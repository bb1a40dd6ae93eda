import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { listPermissions } from "#shared/api/admin/permissions.ts";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api.ts";
import { AdminCard } from "../admin-card.tsx";
import { keys } from "../keys.ts";
import { EmptyList, Loaded } from "../list-states.tsx";
import { PermissionBadges } from "./permission-badges.tsx";

const CreatePermissionDialog = lazy(() =>
  import("./create-permission-dialog.tsx").then((m) => ({ default: m.CreatePermissionDialog })),
);

export function PermissionsTab() {
  const [isCreating, setCreating] = useState(false);
  const query = useQuery({ queryKey: keys.permissions, queryFn: () => call(listPermissions, {}) });
  return (
    <AdminCard
      title="Permissions"
      action={
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          <span>Create Permission</span>
        </Button>
      }
    >
      <Loaded query={query} what="The permissions">
        {({ permissions }) =>
          permissions.length === 0 ? (
            <EmptyList>No permissions found</EmptyList>
          ) : (
            <ul aria-label="Permissions" className="grid grid-cols-1 gap-3 md:grid-cols-2">
              {permissions.map((permission) => (
                <li key={permission.id} className="flex min-w-0 flex-col gap-2 rounded-card border border-line p-4">
                  <p className="wrap-anywhere font-bold">{permission.name}</p>
                  {permission.description && <p className="wrap-anywhere text-ink-muted">{permission.description}</p>}
                  <PermissionBadges permission={permission} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense>{isCreating && <CreatePermissionDialog onClose={() => setCreating(false)} />}</Suspense>
    </AdminCard>
  );
}
