import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { listPermissions, type Permission } from "#shared/api/admin/permissions.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { call } from "@/lib/api.ts";
import { lazyComponent } from "@/lib/part.ts";
import { AddButton, ResourceCard } from "../admin-card.tsx";
import { keys } from "../admin-queries.ts";
import { Row, RowLine } from "../row.tsx";

const CreatePermissionDialog = lazyComponent(() =>
  import("./create-permission-dialog.tsx").then((m) => m.CreatePermissionDialog),
);

export function PermissionsTab() {
  const query = useQuery({ queryKey: keys.permissions, queryFn: () => call(listPermissions, {}) });
  return (
    <ResourceCard
      title={t`Permissions`}
      action={<AddButton dialog={<CreatePermissionDialog />}>{t`Create Permission`}</AddButton>}
      list={{ query, rows: query.data?.permissions }}
      empty={t`No permissions found`}
      className="grid grid-cols-1 gap-3 md:grid-cols-2"
    >
      {(permission) => (
        <Row name={permission.name} className="items-start rounded-card border border-line p-4">
          {permission.description !== null && (
            <RowLine>
              <bdi>{permission.description}</bdi>
            </RowLine>
          )}
          <PermissionBadges permission={permission} />
        </Row>
      )}
    </ResourceCard>
  );
}

export const PermissionBadges = ({ permission, isDimmed = false }: { permission: Permission; isDimmed?: boolean }) => (
  <span className="flex flex-wrap gap-1.5">
    <Badge tone={isDimmed ? "neutral" : "primary"}>{permission.category}</Badge>
    <Badge tone={isDimmed ? "neutral" : "secondary"} className="wrap-anywhere whitespace-normal">
      {permission.resource}
    </Badge>
    {permission.action !== "" && <Badge>{permission.action}</Badge>}
  </span>
);
