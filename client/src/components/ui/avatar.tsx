import { cn } from "@/lib/cn.ts";

type AvatarProps = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  size?: number;
  className?: string;
};

/** Hidden from screen readers, because the name stands beside it or labels the button. */
export function Avatar({ firstName, lastName, size = 40, className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      className={cn(
        "inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-secondary-soft font-extrabold text-secondary leading-none",
        className,
      )}
    >
      {initials(firstName, lastName)}
    </span>
  );
}

export function initials(firstName: string | null | undefined, lastName: string | null | undefined): string {
  const letters = [firstName, lastName].map((name) => [...(name ?? "").trim()][0] ?? "").join("");
  return letters === "" ? "U" : letters.toUpperCase();
}
