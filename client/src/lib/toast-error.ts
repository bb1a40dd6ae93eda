import { serverMessageOf } from "./api.ts";
import { toast } from "./toast.ts";

/** Says that something failed, in the server's sentence for the person, or in the fallback if it sent none. */
export function toastError(title: string, error: unknown, fallback?: string): void {
  toast({ title, description: serverMessageOf(error) ?? fallback, variant: "destructive" });
}
