import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { listRoles, type Role } from "#shared/api/admin/roles.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api.ts";
import { AdminCard } from "../admin-card.tsx";
import { keys } from "../keys.ts";
import { EmptyList, Loaded } from "../list-states.tsx";

const CreateRoleDialog = lazy(() => import("./create-role-dialog.tsx").then((m) => ({ default: m.CreateRoleDialog })));
const RolePermissionsDialog = lazy(() =>
  import("./role-permissions-dialog.tsx").then((m) => ({ default: m.RolePermissionsDialog })),
);

type OpenDialog = { kind: "create" } | { kind: "manage"; role: Role };

export function RolesTab() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const query = useQuery({ queryKey: keys.roles, queryFn: () => call(listRoles, {}) });
  const close = () => setDialog(null);
  return (
    <AdminCard
      title="Roles"
      action={
        <Button onClick={() => setDialog({ kind: "create" })}>
          <Plus aria-hidden="true" />
          <span>Create Role</span>
        </Button>
      }
    >
      <Loaded query={query} what="The roles">
        {({ roles }) =>
          roles.length === 0 ? (
            <EmptyList>No roles found</EmptyList>
          ) : (
            <ul aria-label="Roles" className="flex flex-col divide-y divide-line">
              {roles.map((role) => (
                <li key={role.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
                  <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
                    <p id={`role-${role.id}`} className="wrap-anywhere font-bold">
                      {role.name}
                    </p>
                    <p className="wrap-anywhere text-ink-muted">{role.description || "No description provided"}</p>
                    <p className="flex flex-wrap gap-1.5">
                      <Badge tone="secondary">{counted(role.permissionCount, "permission")}</Badge>
                      <Badge>{counted(role.userCount, "user")}</Badge>
                    </p>
                  </div>
                  <Button
                    variant="outline"
                    size="sm"
                    aria-describedby={`role-${role.id}`}
                    onClick={() => setDialog({ kind: "manage", role })}
                  >
                    Manage
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense>
        {dialog?.kind === "create" && <CreateRoleDialog onClose={close} />}
        {dialog?.kind === "manage" && <RolePermissionsDialog role={dialog.role} onClose={close} />}
      </Suspense>
    </AdminCard>
  );
}

const counted = (number: number, noun: string): string =>
  `${number.toLocaleString()} ${noun}${number === 1 ? "" : "s"}`;
