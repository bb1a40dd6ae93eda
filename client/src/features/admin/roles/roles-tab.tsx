import { useQuery } from "@tanstack/react-query";
import { listRoles } from "#shared/api/admin/roles.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { call } from "@/lib/api.ts";
import { numberOf } from "@/lib/formats.ts";
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
      title="Roles"
      action={<AddButton dialog={<CreateRoleDialog />}>Create Role</AddButton>}
      list={{ query, rows: query.data?.roles }}
      empty="No roles found"
    >
      {(role) => (
        <Row name={role.name} actions={<RowButton dialog={<RolePermissionsDialog role={role} />}>Manage</RowButton>}>
          <RowLine>{role.description || "No description provided"}</RowLine>
          <p className="flex flex-wrap gap-1.5">
            <Badge tone="secondary">{counted(role.permissionCount, "permission")}</Badge>
            <Badge>{counted(role.userCount, "user")}</Badge>
          </p>
        </Row>
      )}
    </ResourceCard>
  );
}

const counted = (number: number, noun: string): string => `${numberOf(number)} ${noun}${number === 1 ? "" : "s"}`;
