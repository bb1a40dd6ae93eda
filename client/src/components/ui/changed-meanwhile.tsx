import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type ChangedMeanwhileProps = {
  /** `label` names the field where there are several. */
  fields: readonly { label?: string; theirs: string; mine: string }[];
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
};

/** Asks which version to keep where somebody else saved the same field in the meantime. */
export function ChangedMeanwhile({ fields, isBusy, onMine, onTheirs }: ChangedMeanwhileProps) {
  const own = useRef<HTMLDivElement>(null);
  // It may appear outside of the view: the button that asked for it is always in view.
  useEffect(() => void own.current?.scrollIntoView({ block: "center" }), []);
  return (
    <div ref={own}>
      <Notice tone="warning" title={t`This was changed meanwhile, in another tab or by somebody else`}>
        <dl className="mt-2 flex flex-col gap-3">
          {fields.map(({ label = "", theirs, mine }) => (
            <div key={label} className="flex flex-col gap-2 sm:flex-row">
              <Version what={[label, "there now"].filter(Boolean).join(": ")} text={theirs} />
              <Version what={[label, "yours"].filter(Boolean).join(": ")} text={mine} />
            </div>
          ))}
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" busy={isBusy} onClick={onMine}>
            {t`Save mine`}
          </Button>
          <Button size="sm" variant="outline" disabled={isBusy} onClick={onTheirs}>
            {t`Keep what is there`}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function Version({ what, text }: { what: string; text: string }) {
  return (
    <div className="min-w-0 flex-1">
      <dt className="font-bold text-sm first-letter:uppercase">{what}</dt>
      <dd dir="auto" className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap text-start">
        {text === "" ? "(empty)" : text}
      </dd>
    </div>
  );
}
