import { cx } from '../../ui/cx.ts';

/** The product's logo, as in the favicon. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cx('shrink-0', className ?? 'size-6')}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path
        d="M10 7v18M10 14h7.5a5.5 5.5 0 0 1 0 11H10"
        fill="none"
        stroke="#ffffff"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
