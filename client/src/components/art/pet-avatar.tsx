import { useState } from "react";
import { cn } from "@/lib/cn.ts";
import { CatHead } from "./cat-head.tsx";
import { Tag } from "./collar-parts.tsx";
import { DogHead } from "./dog-head.tsx";
import { PawPrint, Picture, paint } from "./picture.tsx";

/** Pixels; `stage` grows with the screen. */
const sizes = { sm: 36, md: 44, lg: 64, xl: 112, stage: "min(56vw, 32dvh, 20rem)" };

type PetAvatarProps = {
  src?: string | null | undefined;
  /** Decides the drawing where there is no picture, or it has not come yet. */
  species: string | null;
  size?: keyof typeof sizes;
  /** How loud the pet speaks right now, 0..1. */
  level?: number;
  className?: string;
};

/** Hidden from screen readers, because the name stands beside it. */
export function PetAvatar({ src, species, size = "md", level = 0, className }: PetAvatarProps) {
  const side = sizes[size];
  const [loaded, setLoaded] = useState<string | null>(null);
  const isLoaded = Boolean(src) && loaded === src;
  return (
    <span
      aria-hidden="true"
      className={cn("relative inline-block shrink-0", className)}
      style={{ width: side, height: side }}
    >
      <span className="block size-full overflow-hidden rounded-full bg-primary-soft">
        {src && (
          <img
            src={src}
            alt=""
            hidden={!isLoaded}
            // A cached picture is shown from the first frame on.
            ref={(picture) => {
              if (picture?.complete && picture.naturalWidth > 0) setLoaded(src);
            }}
            onLoad={() => setLoaded(src)}
            className="size-full object-cover"
          />
        )}
        {!isLoaded && <Drawing species={species} />}
      </span>
      <span className="absolute -end-[17%] -bottom-[17%] block size-[62%]">
        <Picture viewBox="-34 -34 68 68" width={32} height={32} overflow="visible" className="size-full">
          <Tag level={level} />
        </Picture>
      </span>
    </span>
  );
}

function Drawing({ species }: Pick<PetAvatarProps, "species">) {
  switch (species) {
    case "cat":
      return (
        <Picture viewBox="-74 -84 148 148" className="size-full">
          <CatHead />
        </Picture>
      );
    case "dog":
      return (
        <Picture viewBox="-76 -70 152 152" className="size-full">
          <DogHead mood="calm" />
        </Picture>
      );
    default:
      return (
        <Picture viewBox="-24 -24 48 48" className="size-full">
          <PawPrint x={0} y={0} fill={paint.fur} />
        </Picture>
      );
  }
}
