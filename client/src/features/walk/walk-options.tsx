import { t } from "@lingui/core/macro";
import { useId } from "react";
import { Switch } from "@/components/ui/switch.tsx";
import { useDeviceSetting } from "@/lib/device-setting.ts";
import { cueTones, PAUSE_MS, pauseLength, talkOver } from "./walk-settings.ts";

/** The settings of walk mode on this device. */
export function WalkOptions() {
  const [pauseMs, setPauseMs] = useDeviceSetting(pauseLength);
  const [hasTones, setTones] = useDeviceSetting(cueTones);
  const [over, setOver] = useDeviceSetting(talkOver);
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={`${id}-pause`} className="font-bold">
            {t`Silence that ends what you say`}
          </label>
          <output htmlFor={`${id}-pause`} className="shrink-0 text-ink-muted tabular-nums">
            {t`${{ seconds: (pauseMs / 1000).toFixed(1) }} s`}
          </output>
        </div>
        <input
          id={`${id}-pause`}
          type="range"
          min={PAUSE_MS.min}
          max={PAUSE_MS.max}
          step={PAUSE_MS.step}
          value={pauseMs}
          aria-valuetext={t`${{ seconds: (pauseMs / 1000).toFixed(1) }} seconds`}
          aria-describedby={`${id}-hint`}
          className="h-11 w-full touch-pan-x accent-primary"
          onChange={(event) => setPauseMs(Number(event.target.value))}
        />
        <p id={`${id}-hint`} className="text-ink-muted text-sm">
          {t`Longer, if you are cut off while you think; shorter for quick answers.`}
        </p>
      </div>
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={`${id}-tones`} className="font-bold">
          {t`Soft tones when it listens`}
        </label>
        <Switch id={`${id}-tones`} checked={hasTones} onCheckedChange={setTones} />
      </div>
      <div className="flex flex-col gap-1">
        <div className="flex items-center justify-between gap-4">
          <label htmlFor={`${id}-over`} className="font-bold">
            {t`Talk over your pet`}
          </label>
          <Switch
            id={`${id}-over`}
            checked={over === "on"}
            aria-describedby={`${id}-over-hint`}
            onCheckedChange={(isOn) => setOver(isOn ? "on" : "off")}
          />
        </div>
        <p id={`${id}-over-hint`} className="text-ink-muted text-sm">
          {t`The microphone stays open while your pet speaks. For headphones; with a loudspeaker, check the speaker first.`}
        </p>
      </div>
    </div>
  );
}
