import { useState } from "react";
import { limits } from "#shared/limits.ts";
import { TextEditor } from "@/components/ui/text-editor.tsx";

type MemoryEditorProps = { text: string; isBusy: boolean; onSave: (text: string) => void; onCancel: () => void };

export function MemoryEditor({ text, ...props }: MemoryEditorProps) {
  const [changed, setChanged] = useState(text);
  return <TextEditor label="In your words" limit={limits.memory} text={changed} onChange={setChanged} {...props} />;
}
