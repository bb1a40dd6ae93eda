import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMemory } from "#shared/api/memory.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useMemoryActions } from "@/domain/memory/memories.ts";
import { MemoryEditor } from "@/domain/memory/memory-editor.tsx";
import { ApiError, call } from "@/lib/api.ts";

type MemoryDialogProps = {
  id: string;
  agentId: string;
  title: string;
  description: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A memory that a reply was taken from, with what may be done with it. */
export function MemoryDialog({ id, agentId, title, description, open, onOpenChange }: MemoryDialogProps) {
  const memory = useQuery({
    queryKey: ["/api/agents", agentId, "memories", id],
    queryFn: () => call(getMemory, { params: { id } }),
    gcTime: 0,
    enabled: open,
  });
  const isGone = memory.error instanceof ApiError && memory.error.code === "not_found";
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title={title} description={description}>
      {memory.isPending && <Skeleton className="h-16 rounded-card" />}
      {isGone && <p>{t`This is forgotten already.`}</p>}
      {memory.isError && !isGone && (
        <LoadError
          title={t`The memory could not be loaded`}
          isBusy={memory.isFetching}
          onRetry={() => void memory.refetch()}
        />
      )}
      {memory.isSuccess && <MemoryActions memory={{ ...memory.data, agentId }} onClose={() => onOpenChange(false)} />}
    </Dialog>
  );
}

type MemoryActionsProps = {
  memory: { id: string; agentId: string; text: string; isMuted: boolean };
  onClose: () => void;
};

function MemoryActions({ memory: { id, agentId, text, isMuted }, onClose }: MemoryActionsProps) {
  const [isChanging, setChanging] = useState(false);
  const { edit, forget, isBusy } = useMemoryActions({ id, agentId });
  if (isChanging)
    return (
      <MemoryEditor
        text={text}
        isBusy={isBusy}
        onSave={(changed) => edit.mutate({ text: changed }, { onSuccess: () => setChanging(false) })}
        onCancel={() => setChanging(false)}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <blockquote dir="auto" className="wrap-anywhere rounded-card border-secondary border-s-4 bg-surface-sunken p-4">
        {text}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={isBusy} onClick={() => setChanging(true)}>
          {t`Correct`}
        </Button>
        <Button
          variant="outline"
          size="sm"
          busy={edit.isPending}
          disabled={isBusy}
          onClick={() => edit.mutate({ isMuted: !isMuted })}
        >
          {isMuted ? t`May be brought up` : t`Don't bring it up`}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="text-danger"
          busy={forget.isPending}
          disabled={isBusy}
          onClick={() => forget.mutate(null, { onSuccess: onClose })}
        >
          {t`Forget`}
        </Button>
      </div>
    </div>
  );
}
