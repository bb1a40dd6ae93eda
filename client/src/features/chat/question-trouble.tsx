import { CircleAlert, RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/lib/cn.ts";

type QuestionTroubleProps = {
  name: string;
  why: "failed" | "stopped";
  /** The server's sentence; lost when the page is reloaded. */
  error?: string | undefined;
  onRetry?: () => void;
};

/** Shown under a question without a reply: why there is none, and a button to try again. */
export function QuestionTrouble({ name, why, error, onRetry }: QuestionTroubleProps) {
  const isFailed = why === "failed";
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 pb-4 pl-6 text-sm">
      <p className={cn("flex items-start gap-1.5", isFailed ? "font-semibold text-danger" : "text-ink-muted")}>
        {isFailed && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
        <span>{isFailed ? (error ?? `${name} could not answer this.`) : "Stopped before an answer."}</span>
      </p>
      {onRetry !== undefined && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          <RotateCcw aria-hidden="true" />
          <span>Try again</span>
        </Button>
      )}
    </div>
  );
}
