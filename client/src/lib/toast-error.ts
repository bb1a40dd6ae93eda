import { serverMessageOf } from "./api.ts";
import { toast } from "./toast.ts";

/** Shows that something failed, with the server's sentence for the person, or the fallback if it sent none. */
export function toastError(title: string, error: unknown, fallback?: string): void {
  toast({ title, description: serverMessageOf(error) ?? fallback, variant: "destructive" });
}
