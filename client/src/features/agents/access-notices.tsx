import { Notice } from "@/components/ui/notice.tsx";
import type { PetList, PetRights } from "./pet-rights.ts";

/** Tells what the person may not do here, and why. */
export function AccessNotice({ rights }: { rights: PetRights }) {
  switch (rights.notice) {
    case "limited":
      return (
        <Notice tone="warning" title="Limited access">
          {`You can create and edit pets: name, avatar, language${rights.diary ? ", voice and diary" : " and voice"}. Changing the system prompt and uploading files requires admin permissions.`}
        </Notice>
      );
    case "read-only":
      return (
        <Notice title="Read-only">
          {`You can look at pets and chat with them, but not change them. ${rights.diary ? "Their diaries are yours to write." : "Ask your administrator if you need to."}`}
        </Notice>
      );
    case "shared":
      return <Notice title="Read-only">This pet was shared with you. Only its owner can change it.</Notice>;
    case null:
      return null;
  }
}

/** Tells how many pets the person may have. */
export function PetLimitNotice({ list }: { list: PetList }) {
  if (list.isAdmin) {
    return list.agents.length > 0 ? <Notice tone="success">Admin: You can create unlimited pets</Notice> : null;
  }
  if (list.agentsCreatedByUser === 0) return null;
  return (
    <Notice>You have created your pet. To create another, please sign up for a new account for your other pet.</Notice>
  );
}
