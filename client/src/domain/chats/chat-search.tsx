import { t } from "@lingui/core/macro";
import { Search, X } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import type { HistoryScope } from "#shared/api/history.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useChatSearch, useRefreshChats } from "./chat-history.ts";

type ChatSearchProps = { scope: HistoryScope; label: string; onSearched: (query: string) => void };

/** `onSearched` gets the query once its result is fetched; an empty one stands for all chats. */
export function ChatSearch({ scope, label, onSearched }: ChatSearchProps) {
  const [query, setQuery] = useState("");
  const search = useChatSearch(scope, onSearched);
  const refresh = useRefreshChats(scope);
  const trimmed = query.trim();

  const showAll = () => {
    search.reset();
    onSearched("");
    refresh();
  };

  const problem = tooLong(query, limits.searchQuery);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (search.isPending || problem !== undefined) return;
    if (trimmed === "") showAll();
    else search.mutate(trimmed);
  };

  return (
    <Card>
      <search>
        <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
          <Field label={label} hideLabel error={problem} className="min-w-0 flex-1 basis-64">
            <Input
              type="search"
              // "Clear" does more than the browser's own cross.
              className="[&::-webkit-search-cancel-button]:hidden"
              enterKeyHint="search"
              autoComplete="off"
              placeholder={t`Search by agent name or keywords...`}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              // A form with a disabled submit button ignores Enter.
              onKeyDown={(event) => {
                if (event.key === "Enter" && trimmed === "") submit(event);
              }}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={trimmed === "" || problem !== undefined} busy={search.isPending}>
              {!search.isPending && <Search aria-hidden="true" />}
              <span>{t`Search`}</span>
            </Button>
            <Button
              variant="outline"
              onClick={() => {
                setQuery("");
                showAll();
              }}
            >
              <X aria-hidden="true" />
              <span>{t`Clear`}</span>
            </Button>
          </div>
        </form>
      </search>
    </Card>
  );
}
