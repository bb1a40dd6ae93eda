import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshSession } from "@/domain/session/session.ts";
import { ApiError } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";

interface Deed<Input, Result> {
  run: (input: Input) => Promise<Result>;
  /** Title of the toast; left out where `onDone` says it. */
  done?: string;
  failed: string;
  /** What the server's sentence stands in for, where it sent none. */
  fallback?: string;
  /** The lists that it changes. */
  outdates: readonly QueryKey[];
  onDone?: (result: Result, input: Input) => void;
  /** Deeds of one queue run one after the other. */
  queue?: string;
}

/** A change that an administrator makes: it says how it went, and the lists that it touches are fetched anew. */
export function useDeed<Input, Result>(deed: Deed<Input, Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deed.run,
    ...(deed.queue === undefined ? {} : { scope: { id: deed.queue } }),
    onSuccess: (result, input) => {
      for (const queryKey of deed.outdates) void client.invalidateQueries({ queryKey });
      if (deed.done !== undefined) toast({ title: deed.done });
      deed.onDone?.(result, input);
    },
    onError: (error) => {
      // A right may have been taken away meanwhile; the tabs then say so.
      if (error instanceof ApiError && error.status === 403) void refreshSession(client);
      toast({
        title: deed.failed,
        description: messageOf(error) ?? deed.fallback ?? "Please check your connection and try again.",
        variant: "destructive",
      });
    },
  });
}

/** What the server said under each field. */
export const fieldErrorsOf = (error: Error | null): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};

/** The first message of a contract's schema for each field. */
export function issuesOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0])] ??= message;
  return messages;
}

const messageOf = (error: Error): string | undefined => (error instanceof ApiError ? error.serverMessage : undefined);
