import { cx } from './cx.ts';

export type AvatarProps = { name: string; size?: 'sm' | 'md' | 'lg'; className?: string };

const SIZES = { sm: 'size-6 text-2xs', md: 'size-7 text-xs', lg: 'size-9 text-sm' };

/** Up to two initials of a name: "Northwind Media" → "NM". */
export function initialsOf(name: string): string {
  const nameParts = name.split(/[\s._@-]+/).filter(Boolean);
  const first = nameParts[0]?.[0] ?? '?';
  const last = nameParts.length > 1 ? (nameParts[nameParts.length - 1]?.[0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** A user or account as initials; the full name is beside it or in its title. */
export function Avatar({ name, size = 'md', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      title={name}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md bg-accent-soft font-semibold text-accent-ink select-none',
        SIZES[size],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
