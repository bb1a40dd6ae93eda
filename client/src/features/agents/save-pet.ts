import type { QueryClient } from "@tanstack/react-query";
import { updateAgent } from "#shared/api/agents.ts";
import { agentsKey } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import type { PetChanges, PetForm } from "./pet-form.ts";
import type { PetList } from "./pet-rights.ts";

/**
 * Saves the changes of a pet's own fields, and updates the cached list of pets.
 * @param before what they began with: where that was changed meanwhile, nothing is saved; null to save them anyway
 * @throws what `call` throws
 */
export async function savePet(
  client: QueryClient,
  id: string,
  changes: PetChanges,
  before: PetChanges | null,
): Promise<void> {
  const body = before === null ? changes : { ...changes, before: Object.fromEntries(entriesOf(before)) };
  const updated = await call(updateAgent, { params: { id }, body });
  client.setQueryData<PetList>(
    agentsKey,
    (list) => list && { ...list, agents: list.agents.map((pet) => (pet.id === id ? updated : pet)) },
  );
}

/** The fields to send: without the system prompt where the person may not change it (D13). */
export function sentFields({ systemPrompt, ...fields }: PetForm, withPrompt: boolean) {
  return withPrompt ? { ...fields, systemPrompt } : fields;
}

const entriesOf = (fields: PetChanges) =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
