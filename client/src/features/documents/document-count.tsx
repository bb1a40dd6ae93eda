import { Badge } from "@/components/ui/badge.tsx";
import { useDocuments } from "./api.ts";

export const ChosenCount = ({ count }: { count: number }) => <Badge>{count} document(s) selected</Badge>;

/** `known` is what the pet's summary says, until the list itself is there. */
export function UploadedCount({ agentId, known }: { agentId: string; known: number }) {
  const documents = useDocuments(agentId);
  return <Badge>{documents.data?.length ?? known} document(s) uploaded</Badge>;
}
