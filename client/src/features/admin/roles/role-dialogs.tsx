import { t } from "@lingui/core/macro";
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
import { AdminDialog } from "../admin-card.tsx";
import { keys } from "../admin-queries.ts";
import { FormDialog, TextareaField, TextField } from "../form-dialog.tsx";
import { PermissionBadges } from "../permissions/permissions-tab.tsx";
import { QueryContent } from "../resource-list.tsx";
import { ChangeButton, Row, RowLine } from "../row.tsx";

export const CreateRoleDialog = () => (
  <FormDialog
    title={t`Create New Role`}
    submitLabel={t`Create Role`}
    pendingLabel={t`Creating...`}
    schema={newRole}
    defaultValues={{ name: "", description: "" }}
    mutationFn={(body) => call(createRole, { body })}
    successTitle={t`Role created successfully`}
    errorTitle={t`Failed to create role`}
    invalidates={[keys.roles, keys.users]}
  >
    {(form) => (
      <>
        <TextField form={form} name="name" label={t`Role Name`} required />
        <TextareaField form={form} name="description" label={t`Description`} hint={t`Optional`} />
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
    <AdminDialog title={t`Manage Permissions for Role: ${{ name: role.name }}`} size="lg">
      <QueryContent query={query} what={t`The permissions`}>
        {(permissions) => <RolePermissions roleId={role.id} {...permissions} />}
      </QueryContent>
    </AdminDialog>
  );
}

/** The session too, because the administrator's own rights may change. */
const invalidates = [keys.roles, keys.users, sessionKey];

type RolePermissionsProps = ResponseOf<typeof listRolePermissions> & { roleId: string };

const RolePermissions = ({ roleId, permissions, available }: RolePermissionsProps) => (
  <div className="flex flex-col gap-6">
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{t`Current Permissions`}</h3>
      {permissions.length === 0 && <p className="text-ink-muted">{t`No permissions`}</p>}
      <ul aria-label={t`Current Permissions`} className="flex flex-col divide-y divide-line">
        {permissions.map((permission) => (
          <Row
            key={permission.id}
            className="py-3"
            name={permission.name}
            actions={
              <ChangeButton
                mutationFn={() => call(removeRolePermission, { params: { roleId, permissionId: permission.id } })}
                successTitle={t`Permission removed from role successfully`}
                errorTitle={t`Failed to remove permission`}
                invalidates={invalidates}
              >
                {t`Remove`}
              </ChangeButton>
            }
          >
            {permission.description !== null && (
              <RowLine>
                <bdi>{permission.description}</bdi>
              </RowLine>
            )}
            <PermissionBadges permission={permission} />
          </Row>
        ))}
      </ul>
    </section>
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{t`Available Permissions`}</h3>
      <ul aria-label={t`Available Permissions`} className="flex flex-col divide-y divide-line">
        {available.map((permission) => (
          <Row
            key={permission.id}
            className="py-3"
            name={<span className={permission.isHeld ? "font-normal text-ink-muted" : ""}>{permission.name}</span>}
            note={permission.isHeld || permission.canAssign ? undefined : t`You don't hold it, so you can't give it.`}
            actions={
              permission.isHeld ? (
                <span className="text-ink-muted text-sm">{t`Assigned`}</span>
              ) : (
                <ChangeButton
                  variant="secondary"
                  disabled={!permission.canAssign}
                  mutationFn={() =>
                    call(addRolePermission, { params: { roleId }, body: { permissionId: permission.id } })
                  }
                  successTitle={t`Permission assigned to role successfully`}
                  errorTitle={t`Failed to assign permission`}
                  invalidates={invalidates}
                >
                  {t`Assign`}
                </ChangeButton>
              )
            }
          >
            {permission.description !== null && (
              <RowLine>
                <bdi>{permission.description}</bdi>
              </RowLine>
            )}
            <PermissionBadges permission={permission} isDimmed={permission.isHeld} />
          </Row>
        ))}
      </ul>
    </section>
  </div>
);
