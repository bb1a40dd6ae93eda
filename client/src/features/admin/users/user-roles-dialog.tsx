import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type AdminUser, assignRole, listUserRoles, removeRole } from "#shared/api/admin/users.ts";
import type { ResponseOf } from "#shared/route.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { sessionKey } from "@/domain/session/session.ts";
import { call } from "@/lib/api.ts";
import { AdminDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { EmptyList, Loaded } from "../list-states.tsx";
import { useAdminMutation } from "../use-admin-mutation.ts";

type UserRole = ResponseOf<typeof listUserRoles>["roles"][number];

export function UserRolesDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const query = useQuery({
    queryKey: [...keys.users, user.id, "roles"],
    queryFn: () => call(listUserRoles, { params: { userId: user.id } }),
    // Another administrator may have changed them meanwhile.
    staleTime: 0,
  });
  return (
    <AdminDialog title={`Manage Roles for ${user.email}`} onClose={onClose}>
      <Loaded query={query} what="The roles">
        {({ roles }) => <UserRoles userId={user.id} roles={roles} />}
      </Loaded>
    </AdminDialog>
  );
}

/** The session too, because the administrator's own rights may change. */
const invalidates = [keys.users, keys.roles, sessionKey];

function UserRoles({ userId, roles }: { userId: string; roles: readonly UserRole[] }) {
  const assign = useAdminMutation({
    mutationFn: (roleId: string) => call(assignRole, { params: { userId }, body: { roleId } }),
    successTitle: "Role assigned successfully",
    errorTitle: "Failed to assign role",
    invalidates,
  });
  const remove = useAdminMutation({
    mutationFn: (roleId: string) => call(removeRole, { params: { userId, roleId } }),
    successTitle: "Role removed successfully",
    errorTitle: "Failed to remove role",
    invalidates,
  });
  const held = roles.filter((role) => role.isHeld);
  const available = roles.filter((role) => !role.isHeld);
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-3">
        <h3 className="text-lg">Current Roles</h3>
        {held.length === 0 ? (
          <p className="text-ink-muted">No roles</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {held.map((role) => (
              <li key={role.id} className="min-w-0">
                <Badge tone="secondary" className="wrap-anywhere min-h-11 whitespace-normal py-0 pr-0 pl-4">
                  <span>{role.name}</span>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove ${role.name}`}
                    busy={remove.isPending && remove.variables === role.id}
                    onClick={() => remove.mutate(role.id)}
                  >
                    <X aria-hidden="true" className="size-4" />
                  </Button>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="flex flex-col gap-3">
        <h3 className="text-lg">Available Roles</h3>
        {available.length === 0 ? (
          <EmptyList>All roles are assigned</EmptyList>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {available.map((role) => (
              <li key={role.id} className="flex flex-wrap items-center gap-3 py-3">
                <div className="min-w-0 flex-1 basis-48">
                  <p id={`role-${role.id}`} className="wrap-anywhere font-bold">
                    {role.name}
                  </p>
                  <p className="wrap-anywhere text-ink-muted">{role.description || "No description provided"}</p>
                  {!role.canAssign && (
                    <p className="text-ink-muted text-sm">It has rights that you don't hold, so you can't give it.</p>
                  )}
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-describedby={`role-${role.id}`}
                  disabled={!role.canAssign}
                  busy={assign.isPending && assign.variables === role.id}
                  onClick={() => assign.mutate(role.id)}
                >
                  Assign
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
