import type { Permission } from "#shared/api/admin/permissions.ts";
import { Badge } from "@/components/ui/badge.tsx";

/** A permission's category, resource and, where it has one, action. */
export function PermissionBadges({ permission, isDimmed = false }: { permission: Permission; isDimmed?: boolean }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={isDimmed ? "neutral" : "primary"}>{permission.category}</Badge>
      <Badge tone={isDimmed ? "neutral" : "secondary"} className="wrap-anywhere whitespace-normal">
        {permission.resource}
      </Badge>
      {permission.action !== "" && <Badge>{permission.action}</Badge>}
    </span>
  );
}
