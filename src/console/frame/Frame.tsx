import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import { useShortcuts } from '../ui/shortcuts.tsx';
import { ActingBar } from './ActingBar.tsx';
import { ViewedRoleBar } from './ViewedRoleBar.tsx';
import { FrameDialogs } from './FrameDialogs.tsx';
import { useFollowedMode } from './navigation/mode.ts';
import { ModeNote } from './navigation/ModeSwitch.tsx';
import { type FrameDialog, OpenDialog } from './openDialog.ts';
import { useSession } from './session.ts';
import { Sidebar } from './navigation/Sidebar.tsx';

/** The layout of a signed-in user's pages: sidebar, content and dialogs. */
export function Frame() {
  const { user } = useSession();
  const content = useRef<HTMLDivElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const fitsPhones = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.fitsPhones === true),
  });
  const before = useRef(pathname);
  const [dialog, setDialog] = useState<FrameDialog | null>(null);
  useFollowedMode(user);
  useShortcuts({ 'mod+k': () => setDialog('palette'), '?': () => setDialog('keys') }, user !== null);

  // After navigation the focus moves to the new page's content, as the clicked link may be gone.
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement === document.body || content.current?.contains(document.activeElement)) {
      content.current?.focus({ preventScroll: true });
    }
  }, [pathname]);

  if (!user) return null;
  return (
    <div className={cx('flex h-dvh flex-col overflow-hidden', !fitsPhones && 'min-w-[1024px]')}>
      <a
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-sm font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <ActingBar user={user} />
      <ViewedRoleBar user={user} />
      <ModeNote />
      <div className="flex min-h-0 flex-1">
        <Sidebar user={user} onOpen={setDialog} />
        <div ref={content} id="content" tabIndex={-1} className="relative min-w-0 flex-1 overflow-auto outline-none">
          <OpenDialog value={setDialog}>
            <Outlet />
          </OpenDialog>
        </div>
      </div>
      <FrameDialogs user={user} open={dialog} onOpen={setDialog} />
    </div>
  );
}

/** The layout of pages that are also read on phones: no sidebar and no minimum width. */
export function NarrowFrame() {
  const { user } = useSession();
  const [dialog, setDialog] = useState<FrameDialog | null>(null);
  if (!user) return null;
  return (
    <>
      <ActingBar user={user} />
      <ViewedRoleBar user={user} />
      <OpenDialog value={setDialog}>
        <Outlet />
      </OpenDialog>
      <FrameDialogs user={user} open={dialog} onOpen={setDialog} />
    </>
  );
}
