import * as AvatarPrimitive from "@radix-ui/react-avatar";
import { cn } from "@/lib/cn.ts";
import { initials } from "./initials.ts";

type AvatarProps = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  src?: string | null | undefined;
  /** Pixels. */
  size?: number;
  className?: string;
};

/**
 * A person's picture or initials. Hidden from screen readers, because the name stands beside it or labels the button.
 */
export function Avatar({ firstName, lastName, src, size = 40, className }: AvatarProps) {
  return (
    <AvatarPrimitive.Root
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      className={cn(
        "inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-secondary-soft font-extrabold text-secondary leading-none",
        className,
      )}
    >
      {src && <AvatarPrimitive.Image src={src} alt="" className="size-full object-cover" />}
      <AvatarPrimitive.Fallback>{initials(firstName, lastName)}</AvatarPrimitive.Fallback>
    </AvatarPrimitive.Root>
  );
}
