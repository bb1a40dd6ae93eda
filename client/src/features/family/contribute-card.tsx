import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import {
  addContribution,
  type Contribution,
  dropContribution,
  listUnansweredQuestions,
  type NewContribution,
} from "#shared/api/contributions.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs.tsx";
import { TextEditor } from "@/components/ui/text-editor.tsx";
import { PetMemoryForm } from "@/domain/memory/pet-memory-form.tsx";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { ContributionText } from "./contribution-text.tsx";
import { familyKey, useContributionChange, useContributions } from "./family-queries.ts";

const nothing = { text: "", date: null };

/** For whoever may contribute: give the pet an answer or a memory, and see what of it waits. */
export function ContributeCard({ pet }: { pet: Agent }) {
  const contributions = useContributions(pet.id);
  const add = useContributionChange(pet.id, (body: NewContribution) =>
    call(addContribution, { params: { id: pet.id }, body }),
  );
  const waiting = contributions.data?.waiting ?? [];
  const thank = ({ isKept }: { isKept: boolean }) =>
    toast({
      title: t`Thank you!`,
      description: isKept
        ? t`${{ name: pet.name }} tells it from now on.`
        : t`${{ name: pet.name }} tells it once it is approved.`,
    });
  const give = (body: NewContribution, onGiven: () => void) =>
    add.mutate(body, {
      onSuccess: (given) => {
        thank(given);
        onGiven();
      },
    });
  return (
    <Card aria-label={t`Contribute`}>
      <CardHeader>
        <CardTitle>{t`Add what you know of ${{ name: pet.name }}`}</CardTitle>
        <CardDescription>
          {contributions.data?.isKeptAtOnce === true
            ? t`${{ name: pet.name }} tells it from then on, and says that it is from you.`
            : t`Somebody who looks after ${{ name: pet.name }} reads it first. Then ${{ name: pet.name }} tells it, and says that it is from you.`}
        </CardDescription>
      </CardHeader>
      <Tabs defaultValue="answer">
        <TabsList aria-label={t`What you give`}>
          <TabsTrigger value="answer">{t`Answer a question`}</TabsTrigger>
          <TabsTrigger value="memory">{t`Add a memory`}</TabsTrigger>
        </TabsList>
        <TabsContent value="answer">
          <AnswerForm pet={pet} isBusy={add.isPending} onGive={give} />
        </TabsContent>
        <TabsContent value="memory">
          <MemoryForm isBusy={add.isPending} onGive={give} />
        </TabsContent>
      </Tabs>
      {waiting.length > 0 && <OwnWaiting pet={pet} waiting={waiting} />}
    </Card>
  );
}

interface FormProps {
  isBusy: boolean;
  onGive: (contribution: NewContribution, onGiven: () => void) => void;
}

/** One question at a time; what is given takes it from the list. */
function AnswerForm({ pet, isBusy, onGive }: FormProps & { pet: Agent }) {
  const [skipped, setSkipped] = useState(0);
  const [text, setText] = useState("");
  const questions = useQuery({
    queryKey: [...familyKey(pet.id), "questions"],
    queryFn: () => call(listUnansweredQuestions, { params: { id: pet.id } }),
    staleTime: 0,
  });
  if (questions.data === undefined)
    return questions.isError ? (
      <LoadError
        title={t`The questions could not be loaded`}
        isBusy={questions.isFetching}
        onRetry={() => void questions.refetch()}
      >
        {t`Please check your connection.`}
      </LoadError>
    ) : (
      <Skeleton className="h-28 rounded-card" />
    );
  const asked = questions.data[skipped % questions.data.length];
  if (asked === undefined)
    return (
      <p className="text-ink-muted">{t`Every question of the diary has an answer. A memory is always welcome.`}</p>
    );
  return (
    <TextEditor
      label={asked.question}
      limit={limits.diaryAnswer}
      text={text}
      isBusy={isBusy}
      autoFocus={false}
      saveLabel={t`Give this answer`}
      cancelLabel={t`Another question`}
      onChange={setText}
      onSave={(answer) => onGive({ kind: "answer", questionId: asked.id, text: answer }, () => setText(""))}
      onCancel={() => setSkipped((before) => before + 1)}
    />
  );
}

function MemoryForm({ isBusy, onGive }: FormProps) {
  const [given, setGiven] = useState(0);
  const empty = () => setGiven((before) => before + 1);
  return (
    <PetMemoryForm
      key={given}
      memory={nothing}
      label={t`What happened, in your words`}
      saveLabel={t`Give this memory`}
      cancelLabel={t`Clear`}
      autoFocus={false}
      isBusy={isBusy}
      // Without a date given, the day that the text tells of.
      onSave={({ text, date }) => onGive({ kind: "memory", text, ...(date === null ? {} : { date }) }, empty)}
      onCancel={empty}
    />
  );
}

function OwnWaiting({ pet, waiting }: { pet: Agent; waiting: readonly Contribution[] }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col">
      <h3 id={titleId} className="font-bold">{t`What waits to be approved`}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {waiting.map((contribution) => (
          <OwnRow key={contribution.id} pet={pet} contribution={contribution} />
        ))}
      </ul>
    </section>
  );
}

function OwnRow({ pet, contribution }: { pet: Agent; contribution: Contribution }) {
  const textId = useId();
  const params = { id: pet.id, contributionId: contribution.id };
  const takeBack = useContributionChange(pet.id, () => call(dropContribution, { params }));
  return (
    <li className="flex flex-wrap items-end gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <ContributionText id={textId} contribution={contribution} />
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-describedby={textId}
        busy={takeBack.isPending}
        onClick={() => takeBack.mutate(null)}
      >
        {t`Take back`}
      </Button>
    </li>
  );
}
