import { serverMessageOf } from "./api.ts";
import { toast } from "./toast.ts";

export function toastError(title: string, error: unknown, fallback?: string): void {
  toast({ title, description: serverMessageOf(error) ?? fallback, variant: "destructive" });
}
