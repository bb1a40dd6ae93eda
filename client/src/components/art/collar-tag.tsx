import { Tag } from "./collar-parts.tsx";
import { Picture, type PictureProps } from "./picture.tsx";

/** The tag alone; `level` 0..1 is how loud the pet speaks right now. */
export function CollarTag({ level = 0, size = 32, ...props }: PictureProps & { level?: number; size?: number }) {
  return (
    <Picture viewBox="-34 -34 68 68" width={size} height={size} overflow="visible" {...props}>
      <Tag level={level} />
    </Picture>
  );
}
