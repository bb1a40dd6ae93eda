import { toast } from "@/lib/toast.ts";

/** What the file dialog offers. */
export const ACCEPTED_FILES = ".pdf,.txt,application/pdf,text/plain";

/** PDF by its type, TXT by its type or its name; the server looks into the file itself (D17). */
const isAccepted = (file: File): boolean =>
  file.type === "application/pdf" || file.type === "text/plain" || file.name.toLowerCase().endsWith(".txt");

/** The files that can be taken; says so where some can't. */
export function acceptedOnly(files: readonly File[]): File[] {
  const accepted = files.filter(isAccepted);
  if (accepted.length < files.length) {
    const description = "Please upload PDF or TXT files only";
    toast({ title: "Invalid file type", description, variant: "destructive" });
  }
  return accepted;
}

/** '834 bytes', '12.3 KB', '4.1 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${size.toFixed(1)} ${unit}`;
}
