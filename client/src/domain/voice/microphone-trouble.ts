import { t } from "@lingui/core/macro";
import type { MicrophoneTrouble } from "@/components/audio/open-microphone.ts";
import { toast } from "@/lib/toast.ts";
import type { MicrophoneFailure } from "./microphone.ts";

/** For each microphone trouble, what the person can do about it. */
export const microphoneHints: Record<MicrophoneTrouble, string> = {
  refused: t`To allow it, open the site settings beside the address, set Microphone to Allow, and tap the microphone again.`,
  missing: t`No microphone was found. Connect one and tap again, or type.`,
  taken: t`Another app is using the microphone. Close it and tap again.`,
  insecure: t`Your voice can be recorded only at an address that begins with https://. Ask for that address, or type.`,
  unsupported: t`This browser cannot record. Update it, or type.`,
};

export const reportSilence = () =>
  toast({ title: t`Nothing was heard`, description: t`Please try again, a little closer to the microphone.` });

/** @returns how to make the microphone work, where that is what failed */
export function reportFailure(failure: MicrophoneFailure): string | null {
  switch (failure.kind) {
    case "unsent":
    case "not understood":
      toast({
        title: t`Transcription failed`,
        description: t`Unable to convert speech to text`,
        variant: "destructive",
      });
      return null;
    case "no recognizer":
      // The server's own sentence stands beside the recording.
      if (failure.message === null) reportNoRecognizer();
      return null;
    default:
      toast({ title: t`Recording failed`, description: t`Unable to access microphone`, variant: "destructive" });
      return microphoneHints[failure.kind];
  }
}

const reportNoRecognizer = () =>
  toast({
    title: t`Voice questions are not set up`,
    description: t`This browser can't write down what you say. Use Chrome, Edge or Safari, or ask your administrator to set up voice questions.`,
    duration: 10_000,
  });
