import { Suspense } from "react";
import type { Memory } from "#shared/api/memory.ts";
import { lazyComponent } from "@/lib/part.ts";

const SuggestionCard = lazyComponent(() => import("./suggestion-card.tsx").then((module) => module.SuggestionCard));

/** What the pet may remember, to be answered one by one. */
export const SuggestionCards = ({ suggestions, petName }: { suggestions: readonly Memory[]; petName: string }) => (
  <Suspense>
    {suggestions.map((suggestion) => (
      <SuggestionCard key={suggestion.id} suggestion={suggestion} petName={petName} />
    ))}
  </Suspense>
);
