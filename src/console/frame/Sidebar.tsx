import { Link } from '@tanstack/react-router';
import {
  Building2,
  ChartNoAxesColumn,
  Handshake,
  LayoutDashboard,
  PanelLeftClose,
  PanelLeftOpen,
  RadioTower,
  Tag,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { SessionUser } from '#api/contract.ts';
import { localStore } from '../lib/browserStorage.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { BrandMark } from './Brand.tsx';
import { navigationFor, type NavEntry, type NavIcon } from './navigation.ts';
import { UserMenu } from './UserMenu.tsx';

const icons: Record<NavIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  demands: Building2,
  tags: Tag,
  advertisers: Handshake,
  channels: RadioTower,
  subpublishers: Users,
  report: ChartNoAxesColumn,
};

const storageKey = 'sidebar';
/** Narrower windows start with the rail, so that tables have the room. */
const roomyWidth = 1200;

function startsOpen(): boolean {
  const stored = localStore.get(storageKey);
  return stored === null ? window.innerWidth >= roomyWidth : stored === 'open';
}

/** The navigation at the left: words and icons, or a rail of icons. */
export function Sidebar({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useState(startsOpen);

  function toggle() {
    setOpen(!isOpen);
    localStore.set(storageKey, isOpen ? 'rail' : 'open');
  }

  const toggleButton = (
    <IconButton
      size="sm"
      label={isOpen ? 'Collapse navigation' : 'Expand navigation'}
      aria-expanded={isOpen}
      icon={isOpen ? <PanelLeftClose /> : <PanelLeftOpen />}
      onClick={toggle}
      tooltipSide="right"
      className="aria-expanded:bg-transparent aria-expanded:text-muted hover:aria-expanded:bg-pressed"
    />
  );

  return (
    <header
      data-print="hide"
      className={cx('flex h-dvh shrink-0 flex-col border-r bg-sunken', isOpen ? 'w-56' : 'w-14')}
    >
      <div className={cx('flex h-12 shrink-0 items-center', isOpen ? 'justify-between pr-2 pl-4' : 'justify-center')}>
        <Logo landing={user.config.landing} isOpen={isOpen} />
        {isOpen ? toggleButton : null}
      </div>
      {isOpen ? null : <div className="flex justify-center pb-2">{toggleButton}</div>}
      <nav aria-label="Main" className={cx('min-h-0 flex-1 overflow-y-auto pb-4', isOpen ? 'px-2' : 'px-2.5')}>
        {navigationFor(user, 'ssp').map((group, index) => (
          <div key={group.label ?? 'home'} className={cx(index > 0 && (isOpen ? 'mt-4' : 'mt-2 border-t pt-2'))}>
            {group.label && isOpen ? (
              <h2 id={`nav-${group.label}`} className="px-2 pb-1 text-2xs font-medium text-muted">
                {group.label}
              </h2>
            ) : null}
            <ul aria-label={group.label ?? undefined} className="flex flex-col gap-px">
              {group.entries.map((entry) => (
                <li key={entry.to}>
                  <NavLink entry={entry} isOpen={isOpen} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={cx('border-t', isOpen ? 'p-2' : 'flex justify-center py-2')}>
        <UserMenu user={user} isOpen={isOpen} />
      </div>
    </header>
  );
}

function Logo({ landing, isOpen }: { landing: string | null; isOpen: boolean }) {
  const face = (
    <>
      <BrandMark />
      {isOpen ? (
        <span className="text-base font-semibold tracking-tight">Bidhouse</span>
      ) : (
        <span className="sr-only">Bidhouse</span>
      )}
    </>
  );
  if (!landing) return <span className="flex items-center gap-2">{face}</span>;
  return (
    <a href={landing} className="flex items-center gap-2 rounded-md">
      {face}
    </a>
  );
}

function NavLink({ entry, isOpen }: { entry: NavEntry; isOpen: boolean }) {
  const Icon = icons[entry.icon];
  const link = (
    <Link
      to={entry.to}
      activeOptions={{ exact: entry.to === '/', includeSearch: false }}
      aria-label={isOpen ? undefined : entry.label}
      className={cx(
        'flex items-center rounded-md text-sm text-muted transition-colors hover:bg-pressed hover:text-ink',
        'data-[status=active]:bg-surface data-[status=active]:font-medium data-[status=active]:text-ink data-[status=active]:shadow-raise data-[status=active]:ring-1 data-[status=active]:ring-line',
        isOpen ? 'h-8 gap-2.5 px-2' : 'size-9 justify-center',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {isOpen ? <span className="truncate">{entry.label}</span> : null}
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
