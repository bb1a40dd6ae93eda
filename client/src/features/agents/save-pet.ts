import type { QueryClient } from "@tanstack/react-query";
import { agentsKey } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { updateAgent } from "../../../../shared/api/agents.ts";
import type { PetForm } from "./pet-form.ts";
import type { PetList } from "./pet-rights.ts";

/** Saves a pet's own fields, and updates the cached list of pets. @throws what `call` throws */
export async function savePet(client: QueryClient, id: string, form: PetForm, withPrompt: boolean): Promise<void> {
  const updated = await call(updateAgent, { params: { id }, body: sentFields(form, withPrompt) });
  client.setQueryData<PetList>(
    agentsKey,
    (list) => list && { ...list, agents: list.agents.map((pet) => (pet.id === id ? updated : pet)) },
  );
}

/** The fields to send: without the system prompt where the person may not change it (D13). */
export function sentFields({ systemPrompt, ...fields }: PetForm, withPrompt: boolean) {
  return withPrompt ? { ...fields, systemPrompt } : fields;
}
