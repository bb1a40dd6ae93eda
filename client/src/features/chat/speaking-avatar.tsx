import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { useLevel } from "@/components/audio/level-meter.ts";

/** The pet's picture, whose tag lights with its voice. A component of its own, as it renders many times a second. */
export function SpeakingAvatar({
  src,
  size,
  className,
}: {
  src: string | null;
  size: "md" | "xl";
  className?: string;
}) {
  const level = useLevel();
  return <PetAvatar src={src} size={size} level={level} {...(className === undefined ? {} : { className })} />;
}
