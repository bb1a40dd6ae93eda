import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { listRoles } from "#shared/api/admin/roles.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { call } from "@/lib/api.ts";
import { lazyComponent } from "@/lib/part.ts";
import { AddButton, ResourceCard } from "../admin-card.tsx";
import { keys } from "../admin-queries.ts";
import { Row, RowButton, RowLine } from "../row.tsx";

const CreateRoleDialog = lazyComponent(() => import("./role-dialogs.tsx").then((m) => m.CreateRoleDialog));
const RolePermissionsDialog = lazyComponent(() => import("./role-dialogs.tsx").then((m) => m.RolePermissionsDialog));

export function RolesTab() {
  const query = useQuery({ queryKey: keys.roles, queryFn: () => call(listRoles, {}) });
  return (
    <ResourceCard
      title={t`Roles`}
      action={<AddButton dialog={<CreateRoleDialog />}>{t`Create Role`}</AddButton>}
      list={{ query, rows: query.data?.roles }}
      empty={t`No roles found`}
    >
      {(role) => (
        <Row
          name={role.name}
          actions={<RowButton dialog={<RolePermissionsDialog role={role} />}>{t`Manage`}</RowButton>}
        >
          <RowLine>{role.description ? <bdi>{role.description}</bdi> : t`No description provided`}</RowLine>
          <p className="flex flex-wrap gap-1.5">
            <Badge tone="secondary">
              {plural(role.permissionCount, { one: "# permission", other: "# permissions" })}
            </Badge>
            <Badge>{plural(role.userCount, { one: "# user", other: "# users" })}</Badge>
          </p>
        </Row>
      )}
    </ResourceCard>
  );
}
