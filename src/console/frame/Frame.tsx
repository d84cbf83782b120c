import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from './session.ts';
import { Sidebar } from './Sidebar.tsx';

/** The page around a signed-in user's pages: the sidebar and the content beside it. */
export function Frame() {
  const { user } = useSession();
  const content = useRef<HTMLDivElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const before = useRef(pathname);

  // After a change of page the keyboard starts at the new page's content, not at a link that is gone.
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement === document.body || content.current?.contains(document.activeElement)) {
      content.current?.focus({ preventScroll: true });
    }
  }, [pathname]);

  if (!user) return null;
  return (
    <div className="flex h-dvh overflow-hidden">
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
      <Sidebar user={user} />
      <div ref={content} id="content" tabIndex={-1} className="relative min-w-0 flex-1 overflow-auto outline-none">
        <Outlet />
      </div>
    </div>
  );
}
