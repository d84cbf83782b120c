import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BannerTone = 'info' | 'good' | 'warn' | 'bad' | 'accent';

export type BannerProps = {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  /** Full width without rounded corners, for the top of the window. */
  bar?: boolean;
  className?: string;
};

const LOOKS: Record<BannerTone, { icon: typeof Info; box: string; ink: string }> = {
  info: { icon: Info, box: 'bg-sunken border-line-strong text-ink', ink: 'text-muted' },
  good: { icon: CircleCheck, box: 'bg-good-soft border-good/25 text-ink', ink: 'text-good' },
  warn: { icon: TriangleAlert, box: 'bg-warn-soft border-warn/25 text-ink', ink: 'text-warn' },
  bad: { icon: CircleAlert, box: 'bg-bad-soft border-bad/25 text-ink', ink: 'text-bad' },
  accent: { icon: Info, box: 'bg-accent border-transparent text-on-accent', ink: 'text-on-accent' },
};

/** A message that stays in the page until its cause is resolved. */
export function Banner({ tone = 'info', title, children, action, onDismiss, bar = false, className }: BannerProps) {
  const { icon: Icon, box, ink } = LOOKS[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex items-center gap-2.5 px-3 text-sm',
        bar ? 'min-h-9 border-b py-1' : 'min-h-10 rounded-lg border py-2',
        box,
        className,
      )}
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        {title ? <span className="font-medium">{title}</span> : null}
        {title && children ? ' ' : null}
        {children}
      </div>
      {action ? <div className="flex shrink-0 items-center gap-2">{action}</div> : null}
      {onDismiss ? (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-ink/10"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : null}
    </div>
  );
}
