import { cx } from './cx.ts';

export type KbdProps = { children: string; className?: string };

/** A key or chord as printed on a keyboard. */
export function Kbd({ children, className }: KbdProps) {
  return (
    <kbd
      className={cx(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line-strong bg-sunken px-1 font-sans text-2xs text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
