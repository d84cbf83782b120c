import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type TabItem = {
  id: string;
  label: string;
  /** Count beside the label. */
  count?: number | string;
  /** Shows a red dot, announced as "has errors". */
  error?: boolean;
  disabled?: boolean;
};

export type TabsProps = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly TabItem[];
  /** ID of the open tab; callers store it in the URL. */
  value: string;
  onChange: (id: string) => void;
  /** One TabPanel for each tab. */
  children?: ReactNode;
  /** Actions at the right end of the tab list. */
  actions?: ReactNode;
  /** Pins the tab list while the panel scrolls. */
  sticky?: boolean;
  className?: string;
  listClassName?: string;
};

/** A tab list with its panels; tabs that do not fit wrap to a second line. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  children,
  actions,
  sticky = false,
  className,
  listClassName,
}: TabsProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next: unknown) => onChange(String(next))}
      className={cx('flex min-h-0 min-w-0 flex-col', className)}
    >
      <div
        className={cx(
          'flex items-center justify-between gap-3 border-b',
          sticky && 'sticky top-0 z-10 bg-surface',
          listClassName,
        )}
      >
        <Base.List aria-label={label} className="relative flex min-w-0 flex-wrap gap-x-1">
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.id}
              value={tab.id}
              disabled={tab.disabled}
              className={cx(
                'relative inline-flex h-9 shrink-0 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors',
                'hover:text-ink focus-visible:-outline-offset-2 data-active:font-medium data-active:text-ink data-disabled:text-faint',
              )}
            >
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="tnum rounded-sm bg-neutral-soft px-1 text-2xs font-medium text-muted">
                  {tab.count}
                </span>
              )}
              {tab.error ? (
                <>
                  <span aria-hidden className="size-1.5 rounded-full bg-bad-dot" />
                  <span className="sr-only">has errors</span>
                </>
              ) : null}
            </Base.Tab>
          ))}
          <Base.Indicator className="absolute bottom-[var(--active-tab-bottom)] left-0 h-0.5 w-[var(--active-tab-width)] translate-x-[var(--active-tab-left)] rounded-full bg-ink transition-[translate,width] duration-150 ease-out" />
        </Base.List>
        {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </Base.Root>
  );
}

export type TabPanelProps = {
  id: string;
  children: ReactNode;
  /** Leaves the panel mounted while another tab is open, so that a form's fields survive. */
  keepMounted?: boolean;
  className?: string;
};

/** The panel of one tab. */
export function TabPanel({ id, children, keepMounted = false, className }: TabPanelProps) {
  return (
    <Base.Panel
      value={id}
      keepMounted={keepMounted}
      className={cx('min-h-0 min-w-0 flex-1 pt-4 outline-offset-4', className)}
    >
      {children}
    </Base.Panel>
  );
}
