import { useSyncExternalStore } from "react";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import type { DemoPet } from "@/lib/product.ts";

const never = () => () => undefined;

/** The demo pet as it looks. The page that the build makes is the same for any pet, so it begins with the drawing. */
export function DemoAvatar({ pet }: { pet: DemoPet }) {
  const isKnown = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isKnown ? <PetAvatar src={pet.picture} species={pet.species} /> : <PetAvatar />;
}
