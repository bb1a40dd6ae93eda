import { Copy } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type CopyFieldProps = {
  label: string;
  value: string;
  /** The name of the button. */
  action?: string;
  /** The title of the toast. */
  copied: string;
  /** What to do where the browser refuses. */
  refused: string;
  /** It was copied, by the button or by hand. */
  onCopied?: () => void;
  className?: string;
};

/** A text to take along, such as a password that is shown only once. */
export function CopyField({
  label,
  value,
  action = "Copy to clipboard",
  copied,
  refused,
  onCopied,
  className,
}: CopyFieldProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      onCopied?.();
      toast({ title: copied });
    } catch {
      toast({ title: "Copy failed", description: refused, variant: "destructive" });
    }
  };
  return (
    <Field label={label}>
      <div className="flex gap-2">
        <Input
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
