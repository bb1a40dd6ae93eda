import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";

/** Asks once, and keeps what it was told until the product asks anew. */
export const newQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });

/** Shows a part of the product inside what the whole has around it. */
export function showPage(page: ReactNode, client = newQueryClient()) {
  return render(page, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
}
