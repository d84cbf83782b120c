import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { localStore } from '../../lib/browserStorage.ts';
import { cx } from '../../ui/cx.ts';
import { Tooltip } from '../../ui/overlay/Tooltip.tsx';
import { useMode } from './mode.ts';
import { navigationFor, type NavEntry, type NavGroup } from './navigation.ts';
import { navIcons } from './navIcons.ts';

const storageKey = 'nav_closed';
const closedSchema = z.array(z.string()).max(20);

function readClosed(): readonly string[] {
  return localStore.getJson(storageKey, (value) => closedSchema.safeParse(value).data ?? null) ?? [];
}

/**
 * The menus of the navigation. Each collapses under its heading and remembers its state; the rail shows all as icons.
 */
export function NavMenus({ user, isOpen }: { user: SessionUser; isOpen: boolean }) {
  const mode = useMode();
  const [closed, setClosed] = useState(readClosed);

  function toggle(id: string) {
    const next = closed.includes(id) ? closed.filter((each) => each !== id) : [...closed, id];
    setClosed(next);
    localStore.setJson(storageKey, next);
  }

  return (
    <nav
      aria-label="Main"
      className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain pb-4', isOpen ? 'px-2' : 'px-2.5')}
    >
      {navigationFor(user, mode).map((group, index) => (
        <div key={group.id} className={cx(index > 0 && (isOpen ? 'mt-3' : 'mt-2 border-t pt-2'))}>
          {isOpen ? (
            <NavMenu group={group} isFolded={closed.includes(group.id)} onToggle={() => toggle(group.id)} />
          ) : (
            <NavList group={group} isOpen={false} />
          )}
        </div>
      ))}
    </nav>
  );
}

function NavMenu({ group, isFolded, onToggle }: { group: NavGroup; isFolded: boolean; onToggle: () => void }) {
  const id = useId();
  const pathname = useLocation({ select: (location) => location.pathname });
  if (group.label === null) return <NavList group={group} isOpen />;
  const isHere = group.entries.some((entry) => isPageOf(entry, pathname));
  return (
    <>
      <h2>
        <button
          type="button"
          aria-label={`Menu ${group.label}`}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={onToggle}
          className={cx(
            'group flex h-6 w-full items-center justify-between rounded-md px-2 text-2xs font-medium hover:text-ink',
            isFolded && isHere ? 'text-ink' : 'text-muted',
          )}
        >
          {group.label}
          <ChevronRight
            aria-hidden
            className={cx(
              'size-3 transition-transform',
              isFolded ? '' : 'rotate-90 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
            )}
          />
        </button>
      </h2>
      <div id={id} hidden={isFolded}>
        <NavList group={group} isOpen />
      </div>
    </>
  );
}

function NavList({ group, isOpen }: { group: NavGroup; isOpen: boolean }) {
  return (
    <ul aria-label={group.label ?? undefined} className="flex flex-col gap-px">
      {group.entries.map((entry) => (
        <li key={entry.to}>
          <NavLink entry={entry} isOpen={isOpen} />
        </li>
      ))}
    </ul>
  );
}

/** Whether a path is a page of an entry. */
function isPageOf({ to, isAlso = [] }: NavEntry, pathname: string): boolean {
  return [to, ...isAlso].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

function NavLink({ entry, isOpen }: { entry: NavEntry; isOpen: boolean }) {
  const isOfOtherPage = useLocation({
    select: ({ pathname }) => entry.isAlso !== undefined && isPageOf(entry, pathname),
  });
  const Icon = navIcons[entry.icon];
  const look = {
    'aria-label': isOpen ? undefined : entry.label,
    className: cx(
      'flex items-center rounded-md text-sm text-muted transition-colors hover:bg-pressed hover:text-ink',
      'data-[status=active]:bg-surface data-[status=active]:font-medium data-[status=active]:text-ink data-[status=active]:shadow-raise data-[status=active]:ring-1 data-[status=active]:ring-line',
      isOpen ? 'h-7 gap-2.5 px-2' : 'mx-auto size-8 justify-center',
    ),
  };
  const face = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      {isOpen ? <span className="truncate">{entry.label}</span> : null}
    </>
  );
  const link = entry.isExternal ? (
    <a href={entry.to} target="_blank" rel="noopener" {...look}>
      {face}
      {isOpen ? <span className="sr-only">(opens in a new tab)</span> : null}
    </a>
  ) : (
    <Link
      to={entry.to}
      activeOptions={{ exact: entry.to === '/', includeSearch: false }}
      {...(isOfOtherPage ? { 'data-status': 'active' } : {})}
      {...look}
    >
      {face}
    </Link>
  );
  return isOpen ? (
    link
  ) : (
    <Tooltip label={entry.label} side="right">
      {link}
    </Tooltip>
  );
}
