import { useMutation } from "@tanstack/react-query";
import type { Agent } from "#shared/api/agents.ts";
import { useOpenPet } from "@/domain/pets/use-open-pet.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

/** Opens a saved pet with a fresh chat. */
export function useLoadPet(onLoaded: (pet: Agent) => void) {
  const openPet = useOpenPet();
  return useMutation({
    mutationFn: (pet: Agent) => openPet(pet.id),
    onSuccess: (_chat, pet) => {
      toast({ title: `Loaded configuration: ${pet.name} (fresh session started)` });
      onLoaded(pet);
    },
    onError: (error) => toastError("Failed to load configuration", error, "Please try again"),
  });
}
