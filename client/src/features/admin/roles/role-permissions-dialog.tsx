import { useQuery } from "@tanstack/react-query";
import type { Permission } from "#shared/api/admin/permissions.ts";
import { addRolePermission, listRolePermissions, type Role, removeRolePermission } from "#shared/api/admin/roles.ts";
import type { ResponseOf } from "#shared/route.ts";
import { Button } from "@/components/ui/button.tsx";
import { sessionKey } from "@/domain/session/session.ts";
import { call } from "@/lib/api.ts";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { AdminDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { Loaded } from "../list-states.tsx";
import { PermissionBadges } from "../permissions/permission-badges.tsx";
import { useAdminMutation } from "../use-admin-mutation.ts";

type Held = ResponseOf<typeof listRolePermissions>;

export function RolePermissionsDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const query = useQuery({
    queryKey: [...keys.roles, role.id, "permissions"],
    queryFn: () => call(listRolePermissions, { params: { roleId: role.id } }),
    // Another administrator may have changed them meanwhile.
    staleTime: 0,
  });
  return (
    <AdminDialog title={`Manage Permissions for Role: ${role.name}`} size="lg" onClose={onClose}>
      <Loaded query={query} what="The permissions">
        {(held) => <RolePermissions roleId={role.id} {...held} />}
      </Loaded>
    </AdminDialog>
  );
}

/** The session too, because the administrator's own rights may change. */
const invalidates = [keys.roles, keys.users, sessionKey];

function RolePermissions({ roleId, permissions, available }: Held & { roleId: string }) {
  const assign = useAdminMutation({
    mutationFn: (permissionId: string) => call(addRolePermission, { params: { roleId }, body: { permissionId } }),
    successTitle: "Permission assigned to role successfully",
    errorTitle: "Failed to assign permission",
    invalidates,
  });
  const remove = useAdminMutation({
    mutationFn: (permissionId: string) => call(removeRolePermission, { params: { roleId, permissionId } }),
    successTitle: "Permission removed from role successfully",
    errorTitle: "Failed to remove permission",
    invalidates,
  });
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">Current Permissions</h3>
        {permissions.length === 0 && <p className="text-ink-muted">No permissions</p>}
        <ul aria-label="Current Permissions" className="flex flex-col divide-y divide-line">
          {permissions.map((permission) => (
            <PermissionRow key={permission.id} nameId={`held-${permission.id}`} permission={permission}>
              <Button
                variant="outline"
                size="sm"
                aria-describedby={`held-${permission.id}`}
                busy={remove.isPending && remove.variables === permission.id}
                onClick={() => remove.mutate(permission.id)}
              >
                Remove
              </Button>
            </PermissionRow>
          ))}
        </ul>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">Available Permissions</h3>
        <ul aria-label="Available Permissions" className="flex flex-col divide-y divide-line">
          {available.map((permission) => (
            <PermissionRow
              key={permission.id}
              nameId={`available-${permission.id}`}
              permission={permission}
              isDimmed={permission.isHeld}
              note={
                !permission.isHeld && !permission.canAssign ? "You don't hold it, so you can't give it." : undefined
              }
            >
              {permission.isHeld ? (
                <span className="text-ink-muted text-sm">Assigned</span>
              ) : (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-describedby={`available-${permission.id}`}
                  disabled={!permission.canAssign}
                  busy={assign.isPending && assign.variables === permission.id}
                  onClick={() => assign.mutate(permission.id)}
                >
                  Assign
                </Button>
              )}
            </PermissionRow>
          ))}
        </ul>
      </section>
    </div>
  );
}

type PermissionRowProps = {
  permission: Permission;
  nameId: string;
  isDimmed?: boolean;
  note?: string | undefined;
  children: Elements;
};

function PermissionRow({ permission, nameId, isDimmed = false, note, children }: PermissionRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className={cn("flex min-w-0 flex-1 basis-56 flex-col gap-1.5", isDimmed && "text-ink-muted")}>
        <p id={nameId} className={cn("wrap-anywhere", !isDimmed && "font-bold")}>
          {permission.name}
        </p>
        {permission.description && <p className="wrap-anywhere text-ink-muted">{permission.description}</p>}
        <PermissionBadges permission={permission} isDimmed={isDimmed} />
        {note !== undefined && <p className="text-ink-muted text-sm">{note}</p>}
      </div>
      {children}
    </li>
  );
}
