import type { MicrophoneTrouble } from "@/components/audio/microphone-stream.ts";
import { toast } from "@/lib/toast.ts";

/** For each microphone trouble, what the person can do about it. */
export const microphoneHints: Record<MicrophoneTrouble, string> = {
  refused:
    "To allow it, open the site settings beside the address, set Microphone to Allow, and tap the microphone again.",
  missing: "No microphone was found. Connect one and tap again, or type.",
  taken: "Another app is using the microphone. Close it and tap again.",
  insecure: "Your voice can be recorded only at an address that begins with https://. Ask for that address, or type.",
  unsupported: "This browser cannot record. Update it, or type.",
};

export const reportMicrophone = () =>
  toast({ title: "Recording failed", description: "Unable to access microphone", variant: "destructive" });

export const reportTranscription = () =>
  toast({ title: "Transcription failed", description: "Unable to convert speech to text", variant: "destructive" });

export const reportSilence = () =>
  toast({ title: "Nothing was heard", description: "Please try again, a little closer to the microphone." });
