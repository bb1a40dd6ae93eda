import { QueryClient } from "@tanstack/react-query";

/** Never stale, never refetched by itself, never retried (specification, section 9). */
export const queryClient: QueryClient = new QueryClient({
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
