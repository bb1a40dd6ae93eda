import type { PetDocument } from "#shared/api/documents.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";

export function StatusBadge({ status }: { status: PetDocument["processingStatus"] }) {
  switch (status) {
    case "processed":
      return <Badge tone="success">Processed</Badge>;
    case "processing":
      return (
        <Badge tone="secondary">
          <Spinner className="size-3.5" />
          <span>Processing...</span>
        </Badge>
      );
    case "failed":
      return <Badge tone="danger">Failed</Badge>;
    default:
      return <Badge>Pending</Badge>;
  }
}
