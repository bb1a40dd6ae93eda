import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { useId, useRef } from "react";
import { uploadAvatar } from "#shared/api/agents.ts";
import { limits } from "#shared/limits.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

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
          <span>{t`Upload Image`}</span>
        </Button>
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={t`Picture of your pet`}
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
          {t`JPG, PNG, or WEBP - automatically optimized`}
        </p>
        {avatarUrl !== null && !disabled && (
          <Button variant="ghost" size="sm" className="-ms-3" onClick={() => onChange(null)}>
            {t`Remove picture`}
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

/** The pet gets the picture's URL with the next save. */
function useAvatarUpload(onUploaded: (avatarUrl: string) => void) {
  const upload = useMutation({
    mutationFn: async (picture: File) => {
      const file = picture.size > COMPRESS_ABOVE_BYTES ? await optimized(picture) : picture;
      if (isTooLarge(file)) return null;
      return call(uploadAvatar, { file, filename: picture.name });
    },
    onSuccess: (result) => {
      if (result === null) {
        const description = t`Please select an image smaller than 10MB`;
        toast({ title: t`Image too large`, description, variant: "destructive" });
        return;
      }
      onUploaded(result.avatarUrl);
      toast({ title: t`Avatar uploaded successfully!` });
    },
    onError: (error) => toastError(t`Failed to upload avatar`, error, t`Please try again`),
  });
  return {
    isPending: upload.isPending,
    choose: (file: File) => {
      if (file.type.startsWith("image/")) return upload.mutate(file);
      toast({ title: t`Invalid file type`, description: t`Please select an image file`, variant: "destructive" });
    },
  };
}

function optimized(picture: File): Promise<File> {
  toast({ title: t`Optimizing image...`, description: t`Compressing for faster upload` });
  return compressAvatar(picture);
}

/** Specification, section 9. */
const COMPRESS_ABOVE_BYTES = 500 * 1024;

/** @returns the original where the compression fails */
async function compressAvatar(file: File): Promise<File> {
  try {
    const [{ default: compress }, { default: workerCode }] = await Promise.all([
      import("browser-image-compression/dist/browser-image-compression.mjs"),
      import("browser-image-compression/dist/browser-image-compression.js?url"),
    ]);
    return await compress(file, {
      maxSizeMB: 1,
      maxWidthOrHeight: 1000,
      initialQuality: 0.85,
      useWebWorker: true,
      // Else the library's worker would fetch its code from a public CDN. The worker's own address is a blob.
      libURL: new URL(workerCode, location.href).href,
    });
  } catch {
    return file;
  }
}

const isTooLarge = (file: Blob): boolean => file.size > limits.avatarBytes;
