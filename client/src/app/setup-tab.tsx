import { LoadError } from "@/components/ui/load-error.tsx";
import { useAgents } from "@/domain/pets/agents.ts";
import { cn } from "@/lib/cn.ts";
import { SetupScreen } from "./setup-screen.tsx";
import { SetupFormSkeleton } from "./setup-skeleton.tsx";

/** The tab in which a pet is made and changed: its identity, voice, instructions and knowledge. */
export function SetupTab({ onChat }: { onChat: () => void }) {
  const pets = useAgents();
  const hasChoice = (pets.data?.agents.length ?? 0) > 1;
  return (
    <div className={cn("mx-auto flex w-full flex-col gap-5 p-4 sm:p-6", hasChoice ? "max-w-6xl" : "max-w-3xl")}>
      <header className="flex flex-col gap-1">
        <h1 className="text-3xl">Set up your pet</h1>
        <p className="text-ink-muted">Four calm steps, and your pet can talk.</p>
      </header>
      {pets.isPending && <SetupFormSkeleton />}
      {pets.isError && (
        <LoadError title="Your pets could not be loaded" onRetry={() => void pets.refetch()}>
          Please check your connection.
        </LoadError>
      )}
      {pets.data && <SetupScreen list={pets.data} onChat={onChat} />}
    </div>
  );
}
