import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
  /** Renders the title as the page's h1, when the page has no other heading. */
  isPage?: boolean;
};

/** Explains an empty view and offers one action. */
export function EmptyState({ icon, title, text, action, className, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={cx('flex flex-col items-center justify-center gap-3 px-6 py-12 text-center', className)}>
      {icon ? (
        <span
          aria-hidden
          className="flex size-10 items-center justify-center rounded-lg border bg-surface text-muted shadow-raise [&_svg]:size-5"
        >
          {icon}
        </span>
      ) : null}
      <div className="flex flex-col gap-1">
        <Title className="text-base font-medium text-ink">{title}</Title>
        {text ? <p className="max-w-md text-sm text-balance text-muted">{text}</p> : null}
      </div>
      {action ? <div className="flex items-center gap-2">{action}</div> : null}
    </div>
  );
}
