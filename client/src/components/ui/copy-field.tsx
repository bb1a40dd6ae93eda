import { t } from "@lingui/core/macro";
import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { cn } from "@/lib/cn.ts";
import { copyText } from "@/lib/copy-text.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type CopyFieldProps = {
  label: string;
  value: string;
  action?: string;
  copied: string;
  refused: string;
  /** Called for a copy by hand too. */
  onCopied?: () => void;
  className?: string;
};

const BY_HAND = t`It is selected: press Ctrl+C (on a Mac Cmd+C), or hold it and choose Copy.`;

export function CopyField({
  label,
  value,
  action = t`Copy to clipboard`,
  copied,
  refused,
  onCopied,
  className,
}: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    if (await copyText(value)) {
      onCopied?.();
      toast({ title: copied });
    } else {
      field.current?.select();
      setRefused(true);
      toast({ title: t`Copy failed`, description: refused, variant: "destructive" });
    }
  };
  return (
    <Field label={label} hint={isRefused && BY_HAND}>
      <div className="flex gap-2">
        <Input
          ref={field}
          readOnly
          aria-label={label}
          value={value}
          onFocus={(event) => event.target.select()}
          onCopy={onCopied}
          className={cn("font-mono", className)}
        />
        <Button variant="outline" size="icon" aria-label={action} title={action} onClick={() => void copy()}>
          <Copy aria-hidden="true" />
        </Button>
      </div>
    </Field>
  );
}
