import { toast } from "@/lib/toast.ts";

/** The `accept` attribute of the file dialog. */
export const ACCEPTED_FILES = ".pdf,.txt,application/pdf,text/plain";

/** A PDF by its type, a TXT by its type or name. The server checks the content (D17). */
const isAccepted = (file: File): boolean =>
  file.type === "application/pdf" || file.type === "text/plain" || file.name.toLowerCase().endsWith(".txt");

/** The files of accepted types; a toast tells of the others. */
export function acceptedOnly(files: readonly File[]): File[] {
  const accepted = files.filter(isAccepted);
  if (accepted.length < files.length) {
    const description = "Please upload PDF or TXT files only";
    toast({ title: "Invalid file type", description, variant: "destructive" });
  }
  return accepted;
}

export const isSameFile = (one: File, other: File): boolean => one.name === other.name && one.size === other.size;

/**
 * The files that are not there yet, also not twice among themselves. A toast tells of the others, with a button that
 * adds them all the same.
 */
export function onlyNew(
  files: readonly File[],
  isKnown: (file: File) => boolean,
  onAgain: (again: File[], added: File[]) => void,
): File[] {
  const isFirst = (file: File, index: number) => files.findIndex((other) => isSameFile(other, file)) === index;
  const added = files.filter((file, index) => isFirst(file, index) && !isKnown(file));
  const again = files.filter((file) => !added.includes(file));
  if (again.length > 0)
    toast({
      title: "Already here",
      description: `${again.map(({ name }) => name).join(", ")}: a file of that name and size was added before.`,
      action: { label: "Add anyway", onAction: () => onAgain(again, added) },
    });
  return added;
}

/** Bytes as '834 bytes', '12.3 KB' or '4.1 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${size.toFixed(1)} ${unit}`;
}
