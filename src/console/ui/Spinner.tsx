import { cx } from './cx.ts';

export type SpinnerProps = { label?: string; size?: 'sm' | 'md' | 'lg'; className?: string };

const SIZES = { sm: 'size-3.5 border-[1.5px]', md: 'size-4 border-2', lg: 'size-6 border-2' };

/** A spinner. With a label it is announced; without one it is decoration beside text that says the same. */
export function Spinner({ label, size = 'md', className }: SpinnerProps) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      className={cx('inline-flex items-center', className)}
    >
      <span
        className={cx(
          'inline-block animate-spin rounded-full border-current border-r-transparent motion-reduce:opacity-60',
          SIZES[size],
        )}
      />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
