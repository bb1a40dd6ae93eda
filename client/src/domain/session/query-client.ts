import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/api.ts";
import { markSignedOut, sessionKey } from "./session.ts";

/** Never stale, never refetched by itself, never retried (specification, section 9). */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // Where the session ended elsewhere, the next 401 leads to the sign-in screen.
    onError: (error, query) => {
      if (error instanceof ApiError && error.status === 401 && query.queryKey[0] !== sessionKey[0])
        markSignedOut(queryClient);
    },
  }),
  defaultOptions: {
    queries: {
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    mutations: { retry: false },
  },
});
