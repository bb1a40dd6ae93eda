type AvatarProps = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  size?: number;
};

/** Hidden from screen readers, because the name stands beside it or labels the button. */
export function Avatar({ firstName, lastName, size = 40 }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      className="inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-secondary-soft font-extrabold text-secondary leading-none"
    >
      {initials(firstName, lastName)}
    </span>
  );
}

export function initials(firstName: string | null | undefined, lastName: string | null | undefined): string {
  const letters = [firstName, lastName].map((name) => [...(name ?? "").trim()][0] ?? "").join("");
  return letters === "" ? "U" : letters.toUpperCase();
}
