import { Volume2, VolumeX } from "lucide-react";
import { playbackSpeed, SPEEDS } from "@/components/audio/playback-speed.ts";
import { Button } from "@/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu.tsx";
import { Tooltip } from "@/components/ui/tooltip.tsx";
import { cn } from "@/lib/cn.ts";
import { useDeviceSetting } from "@/lib/device-setting.ts";
import { readAloud, speakAtOnce } from "./voice-settings.ts";

/** The menu of the voice settings of this device. */
export function VoiceMenu({ onMute }: { onMute: () => void }) {
  const [isAloud, setAloud] = useDeviceSetting(readAloud);
  const [isAtOnce, setAtOnce] = useDeviceSetting(speakAtOnce);
  const [speed, setSpeed] = useDeviceSetting(playbackSpeed);
  return (
    <DropdownMenu>
      <Tooltip label="Voice settings">
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Voice settings, ${isAloud ? "replies are read aloud" : "muted"}`}
            className={cn("min-h-11 min-w-11 px-2.5", isAloud ? "text-primary" : "text-ink-muted")}
          >
            <span className="contents text-xl">
              {isAloud ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
            </span>
            <span className="hidden @3xl:inline">Voice</span>
          </Button>
        </DropdownMenuTrigger>
      </Tooltip>
      <DropdownMenuContent>
        <DropdownMenuLabel>On this device</DropdownMenuLabel>
        <DropdownMenuCheckboxItem
          checked={isAloud}
          onCheckedChange={(next) => {
            setAloud(next);
            if (!next) onMute();
          }}
        >
          Read replies aloud
        </DropdownMenuCheckboxItem>
        <DropdownMenuCheckboxItem checked={isAtOnce} disabled={!isAloud} onCheckedChange={setAtOnce}>
          Start speaking at once
        </DropdownMenuCheckboxItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Speed</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={String(speed)}
          aria-label="Speed"
          className="grid grid-cols-4"
          onValueChange={(next) => setSpeed(Number(next))}
        >
          {SPEEDS.map((option) => (
            <DropdownMenuRadioItem key={option} value={String(option)}>
              {option}×
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
