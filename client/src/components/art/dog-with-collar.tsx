import { SittingDog } from "./dog-body.tsx";
import { paint } from "./paint.ts";
import { Picture, type PictureProps } from "./picture.tsx";

/** A dog whose collar tag lights with `level`, 0..1: how loud the pet speaks right now. */
export function DogWithCollar({ level = 0, ...props }: PictureProps & { level?: number }) {
  return (
    <Picture viewBox="0 0 200 264" width={200} height={264} {...props}>
      <ellipse cx={102} cy={257} rx={82} ry={6} fill={paint.shade} />
      <SittingDog level={level} />
    </Picture>
  );
}
