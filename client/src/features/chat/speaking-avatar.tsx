import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { useLevel } from "@/components/audio/level-meter.ts";

type SpeakingAvatarProps = {
  pet: { avatarUrl: string | null; species: string | null };
  size: "md" | "xl";
  className?: string;
};

/** The pet's picture, whose tag lights with its voice. A component of its own, as it renders many times a second. */
export function SpeakingAvatar({ pet, size, className }: SpeakingAvatarProps) {
  const level = useLevel();
  return (
    <PetAvatar
      src={pet.avatarUrl}
      species={pet.species}
      size={size}
      level={level}
      {...(className === undefined ? {} : { className })}
    />
  );
}
