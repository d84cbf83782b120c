import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

export type ErrorStateProps = {
  title?: string;
  /** Explanation for users: the failure and the next step. */
  text?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another action beside Retry. */
  action?: ReactNode;
  /** The technical message, collapsed. */
  details?: string;
  className?: string;
};

/** A loading error with Retry. */
export function ErrorState({
  title = 'This could not be loaded',
  text,
  onRetry,
  retrying = false,
  action,
  details,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center justify-center gap-3 px-6 py-12 text-center', className)}
    >
      <span
        aria-hidden
        className="flex size-10 items-center justify-center rounded-lg bg-bad-soft text-bad [&_svg]:size-5"
      >
        <CircleAlert />
      </span>
      <div className="flex flex-col gap-1">
        <p className="text-base font-medium text-ink">{title}</p>
        {text ? <p className="max-w-md text-sm text-balance text-muted">{text}</p> : null}
      </div>
      {onRetry || action ? (
        <div className="flex flex-wrap items-center justify-center gap-2">
          {onRetry ? (
            <Button onClick={onRetry} loading={retrying}>
              Try again
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
      {details ? (
        <details className="max-w-lg text-left text-xs text-muted">
          <summary className="min-h-6 py-1 text-center">Details</summary>
          <pre className="mt-1 overflow-auto rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap">{details}</pre>
        </details>
      ) : null}
    </div>
  );
}
