import { t } from "@lingui/core/macro";
import { Skeleton } from "@/components/ui/loading.tsx";

export function ChatSkeleton() {
  return (
    <div role="status" aria-busy="true" className="flex h-[calc(100dvh-var(--header,4rem))] flex-col">
      <span className="sr-only">{t`Loading the chat`}</span>
      <div className="flex items-center gap-3 border-line border-b px-4 py-2.5">
        <Skeleton className="size-11 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="w-32" />
          <Skeleton className="h-3 w-16" />
        </div>
      </div>
      <div className="mx-auto w-full max-w-3xl flex-1 px-4 py-5">
        <MessagesSkeleton />
      </div>
      <div className="mx-auto w-full max-w-3xl px-4 pb-6">
        <Skeleton className="h-14 rounded-bubble" />
      </div>
    </div>
  );
}

export function MessagesSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5">
      <Skeleton className="ms-11 h-16 w-3/5 rounded-bubble" />
      <Skeleton className="ms-auto h-11 w-2/5 rounded-bubble" />
      <Skeleton className="ms-11 h-24 w-2/3 rounded-bubble" />
    </div>
  );
}
