import { useQuery } from "@tanstack/react-query";
import {
  addRolePermission,
  createRole,
  listRolePermissions,
  newRole,
  type Role,
  removeRolePermission,
} from "#shared/api/admin/roles.ts";
import type { ResponseOf } from "#shared/route.ts";
import { sessionKey } from "@/domain/session/session.ts";
import { call } from "@/lib/api.ts";
import { AdminDialog } from "../admin-dialog.tsx";
import { FormDialog, TextareaField, TextField } from "../form-dialog.tsx";
import { keys } from "../keys.ts";
import { PermissionBadges } from "../permissions/permissions-tab.tsx";
import { Loaded } from "../resource-list.tsx";
import { Row, RowButton, RowLine } from "../row.tsx";
import { useAdminMutation } from "../use-admin-mutation.ts";

export const CreateRoleDialog = () => (
  <FormDialog
    title="Create New Role"
    submitLabel="Create Role"
    pendingLabel="Creating..."
    schema={newRole}
    defaultValues={{ name: "", description: "" }}
    mutationFn={(body) => call(createRole, { body })}
    successTitle="Role created successfully"
    errorTitle="Failed to create role"
    invalidates={[keys.roles, keys.users]}
  >
    {(form) => (
      <>
        <TextField form={form} name="name" label="Role Name" required />
        <TextareaField form={form} name="description" label="Description" hint="Optional" />
      </>
    )}
  </FormDialog>
);

export function RolePermissionsDialog({ role }: { role: Role }) {
  const query = useQuery({
    queryKey: [...keys.roles, role.id, "permissions"],
    queryFn: () => call(listRolePermissions, { params: { roleId: role.id } }),
    // Another administrator may have changed them meanwhile.
    staleTime: 0,
  });
  return (
    <AdminDialog title={`Manage Permissions for Role: ${role.name}`} size="lg">
      <Loaded query={query} what="The permissions">
        {(permissions) => <RolePermissions roleId={role.id} {...permissions} />}
      </Loaded>
    </AdminDialog>
  );
}

/** The session too, because the administrator's own rights may change. */
const invalidates = [keys.roles, keys.users, sessionKey];

type RolePermissionsProps = ResponseOf<typeof listRolePermissions> & { roleId: string };

function RolePermissions({ roleId, permissions, available }: RolePermissionsProps) {
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
            <Row
              key={permission.id}
              className="py-3"
              name={permission.name}
              actions={
                <RowButton
                  busy={remove.isPending && remove.variables === permission.id}
                  onClick={() => remove.mutate(permission.id)}
                >
                  Remove
                </RowButton>
              }
            >
              {permission.description !== null && <RowLine>{permission.description}</RowLine>}
              <PermissionBadges permission={permission} />
            </Row>
          ))}
        </ul>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="text-lg">Available Permissions</h3>
        <ul aria-label="Available Permissions" className="flex flex-col divide-y divide-line">
          {available.map((permission) => (
            <Row
              key={permission.id}
              className="py-3"
              name={<span className={permission.isHeld ? "font-normal text-ink-muted" : ""}>{permission.name}</span>}
              note={permission.isHeld || permission.canAssign ? undefined : "You don't hold it, so you can't give it."}
              actions={
                permission.isHeld ? (
                  <span className="text-ink-muted text-sm">Assigned</span>
                ) : (
                  <RowButton
                    variant="secondary"
                    disabled={!permission.canAssign}
                    busy={assign.isPending && assign.variables === permission.id}
                    onClick={() => assign.mutate(permission.id)}
                  >
                    Assign
                  </RowButton>
                )
              }
            >
              {permission.description !== null && <RowLine>{permission.description}</RowLine>}
              <PermissionBadges permission={permission} isDimmed={permission.isHeld} />
            </Row>
          ))}
        </ul>
      </section>
    </div>
  );
}
