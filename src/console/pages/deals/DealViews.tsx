import { Link } from '@tanstack/react-router';
import { cx } from '../../ui/cx.ts';

const views = [
  { label: 'Configured', search: {}, isObserved: false },
  { label: 'Offered, not configured', search: { view: 'observed' }, isObserved: true },
] as const;

/** Switches between the account's deals and those that suppliers offer and that are not configured. */
export function DealViews({ isObserved }: { isObserved: boolean }) {
  return (
    <nav aria-label="Deal lists" className="inline-flex shrink-0 rounded-md border bg-sunken p-0.5">
      {views.map((view) => (
        <Link
          key={view.label}
          to="/deals"
          search={view.search}
          aria-current={view.isObserved === isObserved ? 'page' : undefined}
          className={cx(
            'inline-flex h-6 items-center rounded-sm px-2.5 text-xs font-medium whitespace-nowrap',
            view.isObserved === isObserved ? 'bg-segment text-ink shadow-raise' : 'text-muted hover:text-ink',
          )}
        >
          {view.label}
        </Link>
      ))}
    </nav>
  );
}
