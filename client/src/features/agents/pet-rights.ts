import type { Agent } from "#shared/api/agents.ts";
import type { User } from "#shared/api/auth.ts";
import { hasPermission, mayEditAgents } from "#shared/permissions.ts";

export interface PetList {
  agents: Agent[];
  agentsCreatedByUser: number;
  isAdmin: boolean;
  /** Set where there are so many pets that only the newest are in the list. */
  nextCursor?: string | null | undefined;
}

/** The server enforces the same rules. */
export interface PetRights {
  /** Name, picture, language and voice. */
  fields: boolean;
  /** System prompt and documents. */
  knowledge: boolean;
  diary: boolean;
  /** The menu of a saved pet. */
  menu: boolean;
  create: boolean;
  notice: "limited" | "read-only" | "shared" | null;
}

export function petRights(user: User, list: PetList, pet: Agent | null): PetRights {
  const edits = mayEditAgents(user);
  const mayManage = hasPermission(user, "manage_agents");
  const manages = mayManage || pet?.sharedAs === "manage";
  const create = edits && (list.isAdmin || list.agentsCreatedByUser === 0);
  const fields = pet === null ? create : pet.canEdit;
  return {
    fields,
    knowledge: fields && manages,
    diary: pet === null ? hasPermission(user, "manage_diary") : pet.canEditDiary,
    menu: mayManage,
    create,
    notice: noticeFor({ edits: edits || pet?.sharedAs === "manage", manages, shared: pet !== null && !fields }),
  };
}

/** Whether the person's first pet is still to be made, or is being made, and there is none to choose. */
export const isFirstPetOf = ({ isAdmin, agents, agentsCreatedByUser }: PetList, isMaking: boolean): boolean =>
  !isAdmin && agents.length === agentsCreatedByUser && (isMaking || agents.length === 0);

/** The loaded pet, else null for a new one. Where no more may be created, the own pet or the only one. */
export function petInSetup(list: PetList, loadedId: string | undefined, mayCreate: boolean): Agent | null {
  const loaded = list.agents.find((pet) => pet.id === loadedId);
  if (loaded !== undefined || mayCreate) return loaded ?? null;
  const own = list.agents.find((pet) => pet.canEdit || pet.canEditDiary);
  return own ?? (list.agents.length === 1 ? (list.agents[0] ?? null) : null);
}

function noticeFor(may: { edits: boolean; manages: boolean; shared: boolean }): PetRights["notice"] {
  if (!may.edits) return "read-only";
  if (may.shared) return "shared";
  return may.manages ? null : "limited";
}
