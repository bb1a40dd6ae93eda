import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page {
  total: number;
  nextCursor: string | null;
}

/** Each page has as many rows as a person looks through before they search. */
export const PAGE_SIZE = 50;

/** A list that the server pages. While another search is on its way, what was found before stays. */
export function usePages<P extends Page>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
  { staleTime = Number.POSITIVE_INFINITY }: { staleTime?: number } = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === "" ? undefined : pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    staleTime,
  });
  return { query, pages: query.data?.pages ?? [], total: query.data?.pages.at(-1)?.total };
}
