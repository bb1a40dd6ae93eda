import { t } from "@lingui/core/macro";
import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Skeleton, Spinner } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { numberOf } from "@/lib/formats.ts";

export const LoadingList = () => (
  <div className="flex flex-col gap-4">
    <p role="status" className="flex items-center gap-3 text-ink-muted">
      <Spinner className="text-primary" />
      <span>{t`Loading admin dashboard...`}</span>
    </p>
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex items-center gap-4 rounded-card border border-line p-4">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="flex flex-1 flex-col gap-2.5">
          <Skeleton className="w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      </div>
    ))}
  </div>
);

export const EmptyList = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card bg-surface-sunken px-4 py-8 text-center text-ink-muted">{children}</p>
);

interface LoadableQuery<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

type LoadedProps<Data> = {
  query: LoadableQuery<Data>;
  what: string;
  failure?: string;
  children: (data: Data) => Elements;
};

export function QueryContent<Data>({ query, what, failure, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  const title = failure ?? t`${what} could not be loaded`;
  if (query.isError)
    return (
      <LoadError title={title} isBusy={query.isFetching} onRetry={() => void query.refetch()}>
        {t`Please check your connection.`}
      </LoadError>
    );
  return <LoadingList />;
}

interface Page {
  total: number;
  /** False where there are more than `total`. */
  isTotalExact?: boolean;
  nextCursor: string | null;
}

/** About as many rows as a person looks through before they search. */
export const PAGE_SIZE = 50;

/** Keeps the previous rows while another search is under way. */
export function usePages<P extends Page, Row>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
  rowsOf: (page: P) => readonly Row[],
  staleTime = Number.POSITIVE_INFINITY,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === "" ? undefined : pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    staleTime,
  });
  const last = query.data?.pages.at(-1);
  return { query, rows: query.data?.pages.flatMap(rowsOf), total: last?.total, isTotalExact: last?.isTotalExact };
}

export interface ResourceRows<Row> {
  query: LoadableQuery<unknown> & {
    isPlaceholderData: boolean;
    hasNextPage?: boolean;
    isFetchingNextPage?: boolean;
    fetchNextPage?: () => unknown;
  };
  rows: readonly Row[] | undefined;
  total?: number | undefined;
  isTotalExact?: boolean | undefined;
}

type ResourceListProps<Row> = {
  list: ResourceRows<Row>;
  label: string;
  what: string;
  empty: ReactNode;
  className?: string | undefined;
  /** Makes the `li` of a row. */
  children: (row: Row) => Elements;
};

export function ResourceList<Row extends { id: string | number }>({
  list: { query, rows = [], total = 0, isTotalExact = true },
  label,
  what,
  empty,
  className = "flex flex-col divide-y divide-line",
  children,
}: ResourceListProps<Row>) {
  const list = () => (
    <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? "opacity-60" : undefined}>
      <ul aria-label={label} className={className}>
        {rows.map((row) => (
          <Fragment key={row.id}>{children(row)}</Fragment>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-3 pt-5">
          <span className="text-ink-muted text-sm">
            {isTotalExact
              ? t`${{ shown: numberOf(rows.length) }} of ${{ total: numberOf(total) }}`
              : t`${{ shown: numberOf(rows.length) }} of more than ${{ total: numberOf(total) }}`}
          </span>
          <Button
            variant="outline"
            size="sm"
            busy={query.isFetchingNextPage ?? false}
            onClick={() => void query.fetchNextPage?.()}
          >
            {t`Show more`}
          </Button>
        </div>
      )}
    </div>
  );
  return (
    <QueryContent query={query} what={what}>
      {() => (rows.length === 0 ? <EmptyList>{empty}</EmptyList> : list())}
    </QueryContent>
  );
}

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

export const SearchField = ({ label, placeholder, value, onChange, className }: SearchFieldProps) => (
  <Field label={label} hideLabel error={tooLong(value, limits.searchQuery)} className={cn("min-w-0", className)}>
    <div className="relative">
      <Search
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 start-3.5 size-4.5 text-ink-muted"
      />
      <Input
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="ps-10"
      />
    </div>
  </Field>
);
