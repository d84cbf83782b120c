import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';
import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner and ignores presses; focus and width do not change. */
  loading?: boolean;
};

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-hover',
  secondary: 'bg-surface text-ink border-line-strong shadow-raise hover:bg-hover aria-expanded:bg-pressed',
  ghost: 'bg-transparent text-ink border-transparent hover:bg-pressed aria-expanded:bg-pressed',
  danger: 'bg-bad-fill text-white border-transparent hover:bg-bad-fill-hover',
};

const SIZES: Record<ButtonSize, string> = { sm: 'h-7 px-2 text-xs', md: 'h-8 px-3 text-sm' };

/** The classes of a button, for links styled as one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cx(
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors duration-100',
    'disabled:opacity-50 disabled:shadow-none [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

/** A push button. `type` defaults to button, so that it never submits a form by accident. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  loading = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={loading ? 'button' : type}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? undefined : onClick}
      className={buttonClass(variant, size, className)}
    >
      <span className={cx('inline-flex items-center gap-1.5', loading && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {loading ? <Spinner size="sm" className="absolute" /> : null}
    </button>
  );
}
