import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface Page {
  total: number;
  nextCursor: string | null;
}

/** Rows per page: about as many as a person looks through before they search. */
export const PAGE_SIZE = 50;

/** A list that is fetched page by page. While another search is under way, it keeps the previous rows. */
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
