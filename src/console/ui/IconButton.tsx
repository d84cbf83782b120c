import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './overlay/Tooltip.tsx';
import { cx } from './cx.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Accessible name, also the tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  variant?: 'ghost' | 'secondary';
  /** Renders the pressed state of a toggle button; pass aria-pressed as well. */
  active?: boolean;
  loading?: boolean;
  /** A count or dot over the corner; include it in the label too ("Notifications, 3 new"). */
  badge?: ReactNode;
  tooltipSide?: 'top' | 'bottom' | 'left' | 'right';
};

const SIZES = { sm: 'size-6', md: 'size-8' };

/** A square icon button labeled by its tooltip. 24 px or 32 px, never smaller. */
export function IconButton({
  label,
  icon,
  size = 'md',
  variant = 'ghost',
  active = false,
  loading = false,
  badge,
  tooltipSide = 'top',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={tooltipSide}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-busy={loading || undefined}
        className={cx(
          'relative inline-flex shrink-0 items-center justify-center rounded-md border text-muted transition-colors duration-100',
          'hover:bg-pressed hover:text-ink disabled:opacity-50 aria-expanded:bg-pressed aria-expanded:text-ink [&_svg]:size-4',
          variant === 'secondary' ? 'border-line-strong bg-surface shadow-raise' : 'border-transparent',
          active && 'bg-pressed text-ink',
          SIZES[size],
          className,
        )}
      >
        {loading ? <Spinner size="sm" /> : icon}
        {badge ? (
          <span aria-hidden className="pointer-events-none absolute -top-1 -right-1">
            {badge}
          </span>
        ) : null}
      </button>
    </Tooltip>
  );
}
