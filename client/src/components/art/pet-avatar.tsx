import { useState } from "react";
import { cn } from "@/lib/cn.ts";
import { CatHead } from "./cat-head.tsx";
import { CollarTag } from "./collar-tag.tsx";
import { DogHead } from "./dog-head.tsx";
import { Picture } from "./picture.tsx";

/** Pixels; `stage` grows with the screen. */
const sizes = { sm: 36, md: 44, lg: 64, xl: 112, stage: "min(56vw, 32dvh, 20rem)" };

type PetAvatarProps = {
  src?: string | null | undefined;
  /** Where there is no picture, a cat's face is drawn for a cat, and else a dog's. */
  species?: string | null;
  size?: keyof typeof sizes;
  /** How loud the pet speaks right now, 0..1; the tag on the rim lights with it. */
  level?: number;
  className?: string;
};

/** The pet's picture with its collar tag. Hidden from screen readers, because the name stands beside it. */
export function PetAvatar({ src, species = null, size = "md", level = 0, className }: PetAvatarProps) {
  const side = sizes[size];
  const isCat = species === "cat";
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
            // One that the browser has already is there from the first frame on.
            ref={(picture) => {
              if (picture?.complete && picture.naturalWidth > 0) setLoaded(src);
            }}
            onLoad={() => setLoaded(src)}
            className="size-full object-cover"
          />
        )}
        {!isLoaded && (
          <Picture viewBox={isCat ? "-74 -84 148 148" : "-76 -70 152 152"} className="size-full">
            {isCat ? <CatHead /> : <DogHead mood="calm" />}
          </Picture>
        )}
      </span>
      <span className="absolute -right-[17%] -bottom-[17%] block size-[62%]">
        <CollarTag level={level} className="size-full" />
      </span>
    </span>
  );
}
