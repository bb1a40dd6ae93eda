import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { approveContribution, type Contribution, dropContribution } from "#shared/api/contributions.ts";
import { changeFamily, type Family } from "#shared/api/family.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { call } from "@/lib/api.ts";
import { numberOf } from "@/lib/formats.ts";
import { toast } from "@/lib/toast.ts";
import { ContributionText } from "./contribution-text.tsx";
import { useContributionChange, useContributions, useFamilyChange } from "./family-queries.ts";

type ContributionsCardProps = { pet: Agent; family: Family };

/** For those who approve: what the family contributed, and whether it waits for a yes at all. */
export function ContributionsCard({ pet, family }: ContributionsCardProps) {
  const contributions = useContributions(pet.id);
  const waiting = contributions.data?.waiting ?? [];
  return (
    <Card aria-label={t`Contributions`}>
      <CardHeader>
        <div className="flex flex-wrap items-center gap-2">
          <CardTitle>{t`Contributions`}</CardTitle>
          {waiting.length > 0 && <Badge tone="primary">{numberOf(waiting.length)}</Badge>}
        </div>
        <CardDescription>{t`Whoever may contribute answers open questions of the diary and adds memories; ${{ name: pet.name }} tells them with their first name.`}</CardDescription>
      </CardHeader>
      <ApprovalSwitch pet={pet} isOn={family.approvesContributions} />
      {contributions.isPending && <Skeleton className="h-20 rounded-card" />}
      {contributions.isError && contributions.data === undefined && (
        <LoadError
          title={t`The contributions could not be loaded`}
          isBusy={contributions.isFetching}
          onRetry={() => void contributions.refetch()}
        >
          {t`Please check your connection.`}
        </LoadError>
      )}
      {contributions.data !== undefined && waiting.length === 0 && (
        <p className="text-ink-muted">{t`Nothing waits for you.`}</p>
      )}
      {waiting.length > 0 && (
        <ul aria-label={t`Waiting`} className="flex flex-col divide-y divide-line">
          {waiting.map((contribution) => (
            <WaitingRow key={contribution.id} pet={pet} contribution={contribution} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ApprovalSwitch({ pet, isOn }: { pet: Agent; isOn: boolean }) {
  const id = useId();
  const change = useFamilyChange(pet.id, (approvesContributions: boolean) =>
    call(changeFamily, { params: { id: pet.id }, body: { approvesContributions } }),
  );
  const shown = change.isPending ? change.variables : isOn;
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="flex min-w-0 flex-col">
        <span className="font-bold">{t`I approve contributions first`}</span>
        <span className="text-ink-muted text-sm">
          {shown
            ? t`${{ name: pet.name }} tells nothing of them before your yes. What nobody approves goes after 30 days.`
            : t`${{ name: pet.name }} tells them from the moment they are given.`}
        </span>
      </label>
      <Switch id={id} checked={shown} disabled={change.isPending} onCheckedChange={(next) => change.mutate(next)} />
    </div>
  );
}

function WaitingRow({ pet, contribution }: { pet: Agent; contribution: Contribution }) {
  const { id: contributionId, author } = contribution;
  const [isDeclining, setDeclining] = useState(false);
  const textId = useId();
  const params = { id: pet.id, contributionId };
  const approve = useContributionChange(pet.id, () => call(approveContribution, { params }));
  const decline = useContributionChange(pet.id, () => call(dropContribution, { params }));
  const isBusy = approve.isPending || decline.isPending;
  const approved = () => toast({ title: t`Approved`, description: t`${{ name: pet.name }} tells it from now on.` });
  return (
    <li className="flex flex-col gap-3 py-3">
      <ContributionText id={textId} contribution={contribution} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-describedby={textId}
          busy={approve.isPending}
          disabled={isBusy}
          onClick={() => approve.mutate(null, { onSuccess: approved })}
        >
          {t`Approve`}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="text-danger"
          aria-describedby={textId}
          disabled={isBusy}
          onClick={() => setDeclining(true)}
        >
          {t`Decline`}
        </Button>
      </div>
      <ConfirmDialog
        open={isDeclining}
        onOpenChange={(open) => !decline.isPending && setDeclining(open)}
        title={t`Decline what ${{ name: author }} gave?`}
        description={t`It goes for good, and nobody tells ${{ name: author }}.`}
        confirmLabel={decline.isPending ? t`Declining...` : t`Decline`}
        busy={decline.isPending}
        onConfirm={() => decline.mutate(null, { onSuccess: () => setDeclining(false) })}
      />
    </li>
  );
}
