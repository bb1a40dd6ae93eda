import { SittingCat } from "./cat-body.tsx";
import { paint } from "./paint.ts";
import { Picture, type PictureProps } from "./picture.tsx";

/** A cat whose collar tag lights with `level`, 0..1: how loud the pet speaks right now. */
export function CatWithCollar({ level = 0, ...props }: PictureProps & { level?: number }) {
  return (
    <Picture viewBox="0 0 200 242" width={200} height={242} {...props}>
      <ellipse cx={106} cy={235} rx={80} ry={6} fill={paint.shade} />
      <SittingCat level={level} />
    </Picture>
  );
}
