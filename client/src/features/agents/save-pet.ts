import type { QueryClient } from "@tanstack/react-query";
import { agentsKey } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { updateAgent } from "../../../../shared/api/agents.ts";
import type { PetForm } from "./pet-form.ts";
import type { PetList } from "./pet-rights.ts";

/** Saves a pet's own fields; the list of pets follows at once. */
export async function savePet(client: QueryClient, id: string, form: PetForm, withPrompt: boolean): Promise<void> {
  const updated = await call(updateAgent, { params: { id }, body: sentFields(form, withPrompt) });
  client.setQueryData<PetList>(
    agentsKey,
    (list) => list && { ...list, agents: list.agents.map((pet) => (pet.id === id ? updated : pet)) },
  );
}

/** The system prompt stays at home where it is not for the person to send (D13). */
export function sentFields({ systemPrompt, ...fields }: PetForm, withPrompt: boolean) {
  return withPrompt ? { ...fields, systemPrompt } : fields;
}
