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

/** Bytes as '834 bytes', '12.3 KB' or '4.1 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${size.toFixed(1)} ${unit}`;
}
