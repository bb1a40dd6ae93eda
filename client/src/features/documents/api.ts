import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteDocument, listDocuments, type PetDocument, retryDocument } from "#shared/api/documents.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

const POLL_EVERY_MS = 1500;

const documentsKey = (agentId: string) => ["/api/agents", agentId, "documents"] as const;

/** Polled only while a document is being read. */
export function useDocuments(agentId: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: documentsKey(agentId),
    queryFn: async () => {
      const before = client.getQueryData<PetDocument[]>(documentsKey(agentId));
      const documents = await call(listDocuments, { params: { id: agentId } });
      // The pet's summary counts pages, and that number is known only now.
      if (before?.some(isBeingRead) && !documents.some(isBeingRead)) void refreshAgents(client);
      return documents;
    },
    refetchInterval: (query) => (query.state.data?.some(isBeingRead) ? POLL_EVERY_MS : false),
  });
}

export async function refreshDocuments(client: QueryClient, agentId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: documentsKey(agentId), exact: true }),
    refreshAgents(client),
  ]);
}

export function useRetryDocument(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(retryDocument, { params: { id } }),
    onSuccess: () => refreshDocuments(client, agentId),
    onError: (error) => toastError(t`Upload failed`, error, t`Please try again`),
  });
}

export function useDeleteDocument(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteDocument, { params: { id } }),
    onSuccess: async () => {
      toast({ title: t`Document deleted successfully!` });
      await refreshDocuments(client, agentId);
    },
    onError: (error) => toastError(t`Failed to delete document`, error, t`Please try again`),
  });
}

const isBeingRead = ({ processingStatus }: PetDocument): boolean =>
  processingStatus === "pending" || processingStatus === "processing";
