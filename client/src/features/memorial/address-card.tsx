import { t } from "@lingui/core/macro";
import { ExternalLink } from "lucide-react";
import { Suspense, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { type Memorial, openMemorial, previewMemorial } from "#shared/api/memorial.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardTitle } from "@/components/ui/card.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { call } from "@/lib/api.ts";
import { lazyComponent } from "@/lib/part.ts";
import { useMemorialChange } from "./memorial-queries.ts";

const QrCode = lazyComponent(() => import("@/components/qr-code.tsx").then((m) => m.QrCode));

type MemorialProps = { pet: Agent; memorial: Memorial };

/** Whether the page is open, and its address while it is. */
export function AddressCard({ pet, memorial: { isOpen, isInMemory, path } }: MemorialProps) {
  const [isAsking, setAsking] = useState(false);
  const change = useMemorialChange(pet.id, (toOpen: boolean) =>
    call(openMemorial, { params: { id: pet.id }, body: { isOpen: toOpen } }),
  );
  return (
    <Card aria-label={t`The page`}>
      <div className="flex flex-wrap items-center gap-3">
        <CardTitle>{t`The page`}</CardTitle>
        <Badge tone={isOpen ? "success" : "neutral"}>{isOpen ? t`Now open` : t`Closed`}</Badge>
      </div>
      <CardDescription>
        {isOpen
          ? t`Everybody who has this link can read the page. Search engines are told to leave it out.`
          : t`Nobody but you sees the page. Its link leads nowhere until you open it.`}
      </CardDescription>
      {isOpen && path !== null && <Address petName={pet.name} link={window.location.origin + path} />}
      <div className="flex flex-wrap gap-3">
        {isOpen ? (
          <Button variant="outline" busy={change.isPending} onClick={() => change.mutate(false)}>
            {t`Close the page`}
          </Button>
        ) : (
          <Button disabled={!isInMemory} onClick={() => setAsking(true)}>{t`Open the page`}</Button>
        )}
        {isInMemory && path !== null && (
          <Button asChild variant="outline">
            <a href={previewMemorial.path.replace(":id", pet.id)} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden="true" />
              <span>{t`Preview`}</span>
            </a>
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => !change.isPending && setAsking(open)}
        title={t`Open the page to everybody who has the link?`}
        description={t`They see ${{ name: pet.name }}'s name, picture and dates, your words and what you chose, and can write in the guest book. What they write is seen only when you have approved it. You can close the page at any time; the link stays the same.`}
        confirmLabel={change.isPending ? t`Opening...` : t`Open the page`}
        tone="primary"
        busy={change.isPending}
        onConfirm={() => change.mutate(true, { onSuccess: () => setAsking(false) })}
      />
    </Card>
  );
}

function Address({ petName, link }: { petName: string; link: string }) {
  return (
    <>
      <CopyField
        label={t`Link to the page`}
        value={link}
        copied={t`Link copied!`}
        refused={t`Please copy the link by hand.`}
      />
      <Suspense fallback={<Skeleton className="size-56 self-center rounded-card" />}>
        <QrCode text={link} label={t`QR code of the page in memory of ${petName}`} />
      </Suspense>
    </>
  );
}
