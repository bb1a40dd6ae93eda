import { ImageUp } from "lucide-react";
import { useId, useRef } from "react";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useAvatarUpload } from "./use-avatar-upload.ts";

type AvatarPickerProps = {
  avatarUrl: string | null;
  species: string | null;
  disabled: boolean;
  error: string | undefined;
  onChange: (avatarUrl: string | null) => void;
};

export function AvatarPicker({ avatarUrl, species, disabled, error, onChange }: AvatarPickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const upload = useAvatarUpload(onChange);
  return (
    <div className="flex items-center gap-6 max-[20rem]:flex-col max-[20rem]:items-start">
      <PetAvatar src={avatarUrl} species={species} size="xl" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Button
          variant="outline"
          busy={upload.isPending}
          disabled={disabled}
          aria-describedby={hintId}
          onClick={() => picker.current?.click()}
        >
          {!upload.isPending && <ImageUp aria-hidden="true" />}
          <span>Upload Image</span>
        </Button>
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label="Picture of your pet"
          tabIndex={-1}
          className="sr-only"
          disabled={disabled}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Without this, choosing the same picture again after a failure fires no event.
            event.target.value = "";
            if (file !== undefined) upload.choose(file);
          }}
        />
        <p id={hintId} className="max-w-52 text-ink-muted text-sm">
          JPG, PNG, or WEBP - automatically optimized
        </p>
        {avatarUrl !== null && !disabled && (
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onChange(null)}>
            Remove picture
          </Button>
        )}
        {error && (
          <p role="alert" className="font-semibold text-danger text-sm">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
