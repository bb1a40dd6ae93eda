import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { useLevel } from "@/components/audio/level-meter.ts";

/** The pet, whose tag lights with its voice. The level changes many times a second: only this component follows it. */
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
