import { t } from "@lingui/core/macro";
import { useState } from "react";
import { limits } from "#shared/limits.ts";
import { TextEditor } from "@/components/ui/text-editor.tsx";
import type { Elements } from "@/lib/elements.ts";

type MemoryEditorProps = {
  text: string;
  label?: string;
  isBusy: boolean;
  isWrong?: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
  saveLabel?: string;
  cancelLabel?: string;
  autoFocus?: boolean;
  children?: Elements;
};

export function MemoryEditor({ text, label = t`In your words`, ...props }: MemoryEditorProps) {
  const [changed, setChanged] = useState(text);
  return <TextEditor label={label} limit={limits.memory} text={changed} onChange={setChanged} {...props} />;
}
