import { Button } from "@/components/ui/button.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { AdminDialog } from "../admin-dialog.tsx";
import type { IssuedPassword } from "./announce-password.ts";

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
        {issued.username !== null && <CopiedField label="Username" value={issued.username} />}
        <CopiedField label="Default Password" value={issued.defaultPassword} />
        <Notice tone="warning" title="This password is shown only once">
          Pass it on in a safe way. It must be changed at the first sign-in.
        </Notice>
      </div>
    </AdminDialog>
  );
}

const CopiedField = ({ label, value }: { label: string; value: string }) => (
  <CopyField
    label={label}
    value={value}
    action={`Copy ${label}`}
    copied={`${label} copied!`}
    refused="Please copy it manually."
    className="text-lg"
  />
);
