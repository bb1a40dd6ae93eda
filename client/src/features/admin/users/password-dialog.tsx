import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { toast } from "@/lib/toast.ts";
import { AdminDialog } from "../admin-dialog.tsx";
import { copy, type IssuedPassword } from "./announce-password.ts";

/** Shows a temporary password, which can't be shown again, so a stray key or click does not close it. */
export function PasswordDialog({ issued, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  return (
    <AdminDialog
      title={`Default password for ${issued.name}`}
      size="sm"
      isSticky
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-5">
        {issued.username !== null && <CopyField label="Username" value={issued.username} />}
        <CopyField label="Default Password" value={issued.defaultPassword} />
        <Notice tone="warning" title="This password is shown only once">
          Pass it on in a safe way. It must be changed at the first sign-in.
        </Notice>
      </div>
    </AdminDialog>
  );
}

function CopyField({ label, value }: { label: string; value: string }) {
  const copyValue = async () => {
    if (await copy(value)) toast({ title: `${label} copied!` });
    else toast({ title: "Copy failed", description: "Please copy it manually.", variant: "destructive" });
  };
  return (
    <Field label={label}>
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={label}
          value={value}
          onFocus={(event) => event.target.select()}
          className="font-mono text-lg"
        />
        <Button variant="outline" size="icon" aria-label={`Copy ${label}`} onClick={() => void copyValue()}>
          <Copy aria-hidden="true" />
        </Button>
      </div>
    </Field>
  );
}
