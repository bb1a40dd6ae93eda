import type { Agent } from "#shared/api/agents.ts";

/**
 * The pet of the dedicated chat page: the one that the address names, else the first whose name contains 'tucker', else
 * the first. None if the address names a pet that is not in the list: a message must not reach another pet.
 */
export function chooseAgent(agents: readonly Agent[], agentId: string | undefined): Agent | undefined {
  if (agentId !== undefined) return agents.find((agent) => agent.id === agentId);
  return agents.find((agent) => agent.name.toLowerCase().includes("tucker")) ?? agents[0];
}
