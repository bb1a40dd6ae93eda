import { Spinner } from "@/components/ui/spinner.tsx";

export function PageLoading({ label = "Loading..." }: { label?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center" role="status">
      <Spinner className="size-8 text-primary" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
