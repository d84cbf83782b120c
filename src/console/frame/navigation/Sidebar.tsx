import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { localStore } from '../../lib/browserStorage.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { BrandMark } from './BrandMark.tsx';
import { lazyChunk } from '../errors/lazyChunk.ts';
import type { FrameDialog } from '../openDialog.ts';
import { maySwitchMode } from './mode.ts';
import { ModeSwitch } from './ModeSwitch.tsx';
import { modKey } from '../palette/modKey.ts';
import { NavMenus } from './NavMenus.tsx';
import { UserButton } from '../UserButton.tsx';

// Loaded after the page, which does not wait for them.
const Bell = lazyChunk(() => import('../../bell/Bell.tsx'), 'Bell');
const MonthCost = lazyChunk(() => import('../../reports/MonthCost.tsx'), 'MonthCost');
const UserMenu = lazyChunk(() => import('../UserMenu.tsx'), 'UserMenu');

const storageKey = 'sidebar';
/** Narrower windows start with the collapsed sidebar, so that tables have room. */
const roomyWidth = 1200;

function startsOpen(): boolean {
  const stored = localStore.get(storageKey);
  return stored === null ? window.innerWidth >= roomyWidth : stored === 'open';
}

/** The navigation at the left: icons with labels, or a rail of icons. */
export function Sidebar({ user, onOpen }: { user: SessionUser; onOpen: (dialog: FrameDialog) => void }) {
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

  const bell = (
    <Suspense fallback={<span className="size-8" />}>
      <Bell user={user} />
    </Suspense>
  );

  return (
    <header
      data-print="hide"
      className={cx('flex h-full shrink-0 flex-col border-r bg-sunken', isOpen ? 'w-56' : 'w-14')}
    >
      <div className={cx('flex h-12 shrink-0 items-center', isOpen ? 'justify-between pr-2 pl-4' : 'justify-center')}>
        <Logo landing={user.config.landing} isOpen={isOpen} />
        {isOpen ? (
          <div className="flex items-center gap-1">
            {bell}
            {toggleButton}
          </div>
        ) : null}
      </div>
      <div className={cx('flex shrink-0 flex-col', isOpen ? 'gap-2 px-2 pb-3' : 'items-center gap-2 pb-2')}>
        {isOpen ? null : toggleButton}
        {isOpen ? null : bell}
        <SearchButton isOpen={isOpen} onClick={() => onOpen('palette')} />
        {maySwitchMode(user) ? <ModeSwitch isOpen={isOpen} /> : null}
      </div>
      <NavMenus user={user} isOpen={isOpen} />
      <div className={cx('shrink-0 border-t', isOpen ? 'p-2' : 'flex flex-col items-center gap-1 py-2')}>
        {user.showSystemCost && mayUse(user, 'reports') ? (
          <Suspense fallback={<p className="h-7" />}>
            <MonthCost user={user} isNarrow={!isOpen} />
          </Suspense>
        ) : null}
        <Suspense fallback={<UserButton user={user} isOpen={isOpen} disabled />}>
          <UserMenu user={user} isOpen={isOpen} onOpen={onOpen} />
        </Suspense>
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

function SearchButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const keys = `${modKey()} K`;
  const shortcut = 'Control+K Meta+K';
  if (!isOpen) {
    return (
      <IconButton label="Search" aria-keyshortcuts={shortcut} icon={<Search />} onClick={onClick} tooltipSide="right" />
    );
  }
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts={shortcut}
      className="flex h-8 w-full items-center gap-2.5 rounded-md border border-line-strong bg-surface px-2 text-sm text-muted shadow-raise hover:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left">Search</span>
      <span aria-hidden>
        <Kbd>{keys}</Kbd>
      </span>
    </button>
  );
}
