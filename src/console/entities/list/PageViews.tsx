import { Link } from '@tanstack/react-router';
import { cx } from '../../ui/cx.ts';

/** A view of a page: its own page, or a query of the same page. */
export interface PageView {
  label: string;
  to: string;
  search?: Readonly<Record<string, string>>;
  isCurrent: boolean;
}

/** Links between views of related rows, beside a page's title. */
export function PageViews({ label, views }: { label: string; views: readonly PageView[] }) {
  return (
    <nav aria-label={label} className="inline-flex shrink-0 rounded-md border bg-sunken p-0.5">
      {views.map((view) => (
        <Link
          key={view.label}
          to={view.to}
          search={view.search ?? {}}
          aria-current={view.isCurrent ? 'page' : undefined}
          className={cx(
            'inline-flex h-6 items-center rounded-sm px-2.5 text-xs font-medium whitespace-nowrap',
            view.isCurrent ? 'bg-segment text-ink shadow-raise' : 'text-muted hover:text-ink',
          )}
        >
          {view.label}
        </Link>
      ))}
    </nav>
  );
}
