import { t } from "@lingui/core/macro";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "@/lib/cn.ts";
import { Input } from "./input.tsx";

export function PasswordInput({ className, disabled, ...props }: Omit<ComponentProps<typeof Input>, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        disabled={disabled}
        type={shown ? "text" : "password"}
        className={cn("pe-12", className)}
      />
      <button
        type="button"
        aria-label={shown ? t`Hide password` : t`Show password`}
        disabled={disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-muted transition-colors hover:text-ink disabled:opacity-55"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
