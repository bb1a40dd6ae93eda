import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import type { DemoPet } from "@/lib/product.ts";

/** The demo pet as it looks. */
export function DemoAvatar({ pet }: { pet: DemoPet }) {
  return <PetAvatar src={pet.picture} species={pet.species} />;
}
