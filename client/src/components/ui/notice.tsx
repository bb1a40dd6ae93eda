import { t } from "@lingui/core/macro";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { Button } from "./button.tsx";

const looks = {
  info: { icon: Info, box: "bg-secondary-soft", mark: "text-secondary" },
  success: { icon: CircleCheck, box: "bg-success-soft", mark: "text-success" },
  warning: { icon: TriangleAlert, box: "bg-warning-soft", mark: "text-warning" },
  error: { icon: CircleAlert, box: "bg-danger-soft", mark: "text-danger" },
};

type NoticeProps = {
  tone?: keyof typeof looks;
  title?: ReactNode;
  children?: ReactNode;
  action?: Elements;
  className?: string | undefined;
};

/** An error is read out at once, the others when there is a pause. */
export function Notice({ tone = "info", title, children, action, className }: NoticeProps) {
  const { icon: Icon, box, mark } = looks[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cn("flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card p-4", box, className)}
    >
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">
        <Icon aria-hidden="true" className={cn("mt-0.5 size-5 shrink-0", mark)} />
        <div className="min-w-0 flex-1">
          {title && <p className="font-bold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
      </div>
      {action}
    </div>
  );
}

type LoadErrorProps = {
  title: string;
  isBusy?: boolean;
  onRetry: () => void;
  className?: string;
  children?: ReactNode;
};

export const LoadError = ({ title, isBusy = false, onRetry, className, children }: LoadErrorProps) => (
  <Notice
    tone="error"
    title={title}
    className={className}
    action={
      <Button variant="outline" size="sm" busy={isBusy} onClick={onRetry}>
        {t`Try again`}
      </Button>
    }
  >
    {children}
  </Notice>
);
