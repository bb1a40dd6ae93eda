import { plural, t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, FileText, Printer } from "lucide-react";
import { type BookPdf, downloadBookPdf, getBookPdf, makeBookPdf, type PdfFailure } from "#shared/api/book.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { LoadError, Notice } from "@/components/ui/notice.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { call, urlOf } from "@/lib/api.ts";
import { longDateOf } from "@/lib/formats.ts";
import { toastError } from "@/lib/toast-error.ts";

const POLL_MS = 1_000;
const isUnderWay = (pdf: BookPdf | undefined): boolean => pdf?.status === "waiting" || pdf?.status === "working";

type PaperCardProps = {
  agentId: string;
  makesPdf: boolean;
  isEmpty: boolean;
  /** The last change is on its way to the server. */
  isSaving: boolean;
  onPrint: () => void;
};

/** Where this server makes no PDF, the browser's own printing does. */
export function PaperCard({ agentId, makesPdf, isEmpty, isSaving, onPrint }: PaperCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`On paper`}</CardTitle>
        <CardDescription>
          {makesPdf
            ? t`As a PDF with contents and page numbers, or printed right away.`
            : t`This server makes no PDF by itself: print the book, and choose PDF as the printer to keep it as a file.`}
        </CardDescription>
      </CardHeader>
      {makesPdf && <Pdf agentId={agentId} isDisabled={isEmpty || isSaving} />}
      <Button variant="outline" className="self-start" disabled={isEmpty} onClick={onPrint}>
        <Printer aria-hidden="true" />
        <span>{t`Print`}</span>
      </Button>
    </Card>
  );
}

function Pdf({ agentId, isDisabled }: { agentId: string; isDisabled: boolean }) {
  const client = useQueryClient();
  const params = { id: agentId };
  const queryKey = ["/api/agents", agentId, "book", "pdf"];
  const pdf = useQuery({
    queryKey,
    queryFn: () => call(getBookPdf, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  });
  const make = useMutation({
    mutationFn: () => call(makeBookPdf, { params }),
    onSuccess: (begun) => client.setQueryData<BookPdf>(queryKey, begun),
    onError: (error) => toastError(t`The PDF could not be made`, error, t`Please try again.`),
  });
  if (pdf.isError)
    return <LoadError title={t`The state of the PDF could not be loaded`} onRetry={() => void pdf.refetch()} />;
  const now = pdf.data;
  if (now === undefined) return null;
  if (isUnderWay(now)) return <UnderWay pdf={now} />;
  return (
    <>
      {now.status === "failed" && (
        <Notice tone="error" title={t`The PDF could not be made`}>
          {reasonOf(now.failure)}
        </Notice>
      )}
      {now.status === "done" && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-card bg-surface-sunken p-4">
          <p className="min-w-0 flex-1 basis-52">
            {t`Made on ${{ day: longDateOf(now.madeAt) }}: ${plural(now.pages, { one: "# page", other: "# pages" })}. It is kept until ${{ end: longDateOf(now.expiresAt) }}.`}
          </p>
          <Button asChild variant="secondary">
            <a href={urlOf(downloadBookPdf, { params })} download>
              <Download aria-hidden="true" />
              <span>{t`Download PDF`}</span>
            </a>
          </Button>
        </div>
      )}
      <Button
        variant={now.status === "done" ? "outline" : "primary"}
        className="self-start"
        disabled={isDisabled}
        busy={make.isPending}
        onClick={() => make.mutate()}
      >
        {!make.isPending && <FileText aria-hidden="true" />}
        <span>{now.status === "done" ? t`Make it anew` : t`Make the PDF`}</span>
      </Button>
    </>
  );
}

function UnderWay({ pdf }: { pdf: BookPdf }) {
  const step = pdf.status === "working" ? (pdf.step === "pages" ? 1 : 2) : 0;
  const label = [t`Waiting for its turn`, t`Setting the pages`, t`Putting it away for you`][step] ?? "";
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>{label}</p>
      <Progress aria-label={t`The PDF is being made`} value={[5, 40, 90][step] ?? null} />
      <p className="text-ink-muted text-sm">{t`You can leave this page meanwhile.`}</p>
    </div>
  );
}

const reasonOf = (failure: PdfFailure): string =>
  ({
    missing: t`This server can't make PDFs at the moment. You can print the book instead.`,
    fonts: t`This server has no font for some of the signs in your book. Print it instead: your browser has its own fonts. An administrator can install more.`,
    too_heavy: t`The book is too large for this server. Leave some of it out, or print it.`,
    too_slow: t`It took too long. Leave some of the book out, or try again later.`,
    interrupted: t`The server was interrupted while it made the PDF. Please try again.`,
    unexpected: t`Something went wrong on the server. Please try again, or print the book.`,
  })[failure];
