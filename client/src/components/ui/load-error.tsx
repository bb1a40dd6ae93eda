import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type LoadErrorProps = {
  title: string;
  isBusy?: boolean;
  onRetry: () => void;
  className?: string;
  /** What else to know; by default nothing. */
  children?: ReactNode;
};

/** Stands where something could not be loaded, with a button to try again. */
export const LoadError = ({ title, isBusy = false, onRetry, className, children }: LoadErrorProps) => (
  <Notice
    tone="error"
    title={title}
    className={className}
    action={
      <Button variant="outline" size="sm" busy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Notice>
);
