import { t } from "@lingui/core/macro";
import { Footprints, Volume2, VolumeX } from "lucide-react";
import { playbackSpeed, SPEEDS } from "@/components/audio/playback-speed.ts";
import { Button } from "@/components/ui/button.tsx";
import { Menu } from "@/components/ui/menu.tsx";
import { Tooltip } from "@/components/ui/tooltip.tsx";
import { cn } from "@/lib/cn.ts";
import { deviceSetting, useDeviceSetting } from "@/lib/device-setting.ts";

export const readAloud = deviceSetting<boolean>("read-replies-aloud", (stored) => stored !== "false");

/** Speaks a reply sentence by sentence while it is being made. */
export const speakAtOnce = deviceSetting<boolean>("speak-at-once", (stored) => stored === "true");

type VoiceMenuProps = {
  onMute: () => void;
  /** Where walk mode has no button of its own. */
  onWalk?: () => void;
};

export function VoiceMenu({ onMute, onWalk }: VoiceMenuProps) {
  const [isAloud, setAloud] = useDeviceSetting(readAloud);
  const [isAtOnce, setAtOnce] = useDeviceSetting(speakAtOnce);
  const [speed, setSpeed] = useDeviceSetting(playbackSpeed);
  return (
    <Tooltip label={t`Voice settings`}>
      <Menu
        button={
          <Button
            variant="ghost"
            size="sm"
            aria-label={isAloud ? t`Voice settings, replies are read aloud` : t`Voice settings, muted`}
            className={cn("min-h-11 min-w-11 px-2.5", isAloud ? "text-primary" : "text-ink-muted")}
          >
            <span className="contents text-xl">
              {isAloud ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
            </span>
            <span className="hidden @3xl:inline">{t`Voice`}</span>
          </Button>
        }
      >
        {(items) => (
          <>
            {onWalk && (
              <>
                <items.MenuItem onSelect={onWalk}>
                  <Footprints aria-hidden="true" />
                  <span>{t`Walk mode`}</span>
                </items.MenuItem>
                <items.MenuSeparator />
              </>
            )}
            <items.MenuLabel>{t`On this device`}</items.MenuLabel>
            <items.MenuCheckboxItem
              checked={isAloud}
              onCheckedChange={(next) => {
                setAloud(next);
                if (!next) onMute();
              }}
            >
              {t`Read replies aloud`}
            </items.MenuCheckboxItem>
            <items.MenuCheckboxItem checked={isAtOnce} disabled={!isAloud} onCheckedChange={setAtOnce}>
              {t`Start speaking at once`}
            </items.MenuCheckboxItem>
            <items.MenuSeparator />
            <items.MenuLabel>{t`Speed`}</items.MenuLabel>
            <items.MenuRadioGroup
              value={String(speed)}
              aria-label={t`Speed`}
              className="grid grid-cols-4"
              onValueChange={(next) => setSpeed(Number(next))}
            >
              {SPEEDS.map((option) => (
                <items.MenuRadioItem
                  key={option}
                  value={String(option)}
                  // Side by side a dot would stand between two of them.
                  className="justify-center px-2 data-[state=checked]:bg-primary-soft data-[state=checked]:text-primary [&>span.absolute]:hidden"
                >
                  {`${option}×`}
                </items.MenuRadioItem>
              ))}
            </items.MenuRadioGroup>
          </>
        )}
      </Menu>
    </Tooltip>
  );
}
