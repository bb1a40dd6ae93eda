import { Spinner } from "@/components/ui/spinner.tsx";

export function PageLoading({ label = "Loading..." }: { label?: string }) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-4" role="status">
      <Spinner className="size-8 text-primary" />
      <p className="text-ink-muted">{label}</p>
    </div>
  );
}
