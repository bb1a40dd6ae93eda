import { Badge } from "@/components/ui/badge.tsx";
import { useDocuments } from "./api.ts";

export const ChosenCount = ({ count }: { count: number }) => <Badge>{`${count} document(s) selected`}</Badge>;

/** The number of a pet's documents; `known`, from the pet's summary, until the list is fetched. */
export function UploadedCount({ agentId, known }: { agentId: string; known: number }) {
  const documents = useDocuments(agentId);
  return <Badge>{`${documents.data?.length ?? known} document(s) uploaded`}</Badge>;
}
