import { useMutation } from "@tanstack/react-query";
import { uploadAvatar } from "#shared/api/agents.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { COMPRESS_ABOVE_BYTES, compressAvatar, isTooLarge } from "./compress-avatar.ts";

/** Uploads a picture and passes on its URL; the pet gets it with the next save. */
export function useAvatarUpload(onUploaded: (avatarUrl: string) => void) {
  const upload = useMutation({
    mutationFn: async (picture: File) => {
      const file = picture.size > COMPRESS_ABOVE_BYTES ? await optimized(picture) : picture;
      if (isTooLarge(file)) return null;
      return call(uploadAvatar, { file, filename: picture.name });
    },
    onSuccess: (result) => {
      if (result === null) {
        const description = "Please select an image smaller than 10MB";
        toast({ title: "Image too large", description, variant: "destructive" });
        return;
      }
      onUploaded(result.avatarUrl);
      toast({ title: "Avatar uploaded successfully!" });
    },
    onError: (error) => toastError("Failed to upload avatar", error, "Please try again"),
  });
  return {
    isPending: upload.isPending,
    choose: (file: File) => {
      if (file.type.startsWith("image/")) return upload.mutate(file);
      toast({ title: "Invalid file type", description: "Please select an image file", variant: "destructive" });
    },
  };
}

function optimized(picture: File): Promise<File> {
  toast({ title: "Optimizing image...", description: "Compressing for faster upload" });
  return compressAvatar(picture);
}
