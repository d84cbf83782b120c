import { useLocation } from '@tanstack/react-router';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { SafeStorage } from '../lib/storage.ts';
import { modeOfPage } from './navigation.ts';
import { useUser } from './session.ts';
import type { Mode } from './modes.ts';

/** What decides whether somebody may choose the mode. */
export type ModeUser = Pick<SessionUser, 'type' | 'showDsp'>;

const storageKey = 'mode';

/** Whether a user may switch between the modes. */
export function maySwitchMode(user: ModeUser): boolean {
  return user.type === 'admin' || user.showDsp;
}

/** The mode of a user, given what local storage says: SSP unless DSP was chosen by somebody who may. */
export function modeOf(user: ModeUser, stored: string | null): Mode {
  return stored === 'dsp' && maySwitchMode(user) ? 'dsp' : 'ssp';
}

/** The choice of mode: as this tab was loaded with it, and as local storage has it now. */
export interface ModeStore {
  /** What was stored when the page was loaded. */
  loaded: string | null;
  stored: () => string | null;
  /** The mode of this tab: that of the last page that belongs to one alone, else what was stored. */
  current: () => string | null;
  /** Stores a choice for the next load of a page; false where the browser refused. */
  choose: (mode: Mode) => boolean;
  /** Keeps this tab to the mode of a page that it has opened. */
  follow: (mode: Mode) => void;
  /** Forgets which mode this tab has followed: its next load has the one that is stored. */
  reset: () => void;
  /** Tells when the choice may have changed: by another tab, or by this one before a reload that was called off. */
  subscribe: (listener: () => void) => () => void;
}

/** Where the choice is stored: for all tabs, and for this one. */
interface ModeStorages {
  local: SafeStorage;
  session: SafeStorage;
}

/** The choice of mode in storages; `events` is where the browser tells of other tabs and of the focus: the window. */
export function createModeStore(
  { local, session }: ModeStorages,
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): ModeStore {
  const loaded = local.get(storageKey);
  let current = session.get(storageKey) ?? loaded;
  const reset = () => session.remove(storageKey);
  return {
    loaded,
    stored: () => local.get(storageKey),
    current: () => current,
    choose(mode) {
      const isStored = local.set(storageKey, mode);
      if (isStored) reset();
      return isStored;
    },
    follow(mode) {
      current = mode;
      session.set(storageKey, mode);
    },
    reset,
    subscribe(listener) {
      for (const name of ['storage', 'focus']) events.addEventListener(name, listener);
      return () => {
        for (const name of ['storage', 'focus']) events.removeEventListener(name, listener);
      };
    },
  };
}

/** Carries the choice of mode through the page. */
export const ModeContext = createContext<ModeStore>({
  loaded: null,
  stored: () => null,
  current: () => null,
  choose: () => false,
  follow: () => undefined,
  reset: () => undefined,
  subscribe: () => () => undefined,
});

/** The mode of the page for the signed-in user: its own, or that of the tab where it belongs to both. */
export function useMode(): Mode {
  const store = use(ModeContext);
  const page = useLocation({ select: ({ pathname }) => modeOfPage(pathname) });
  return modeOf(useUser(), page ?? store.current());
}

/** Keeps the tab to the mode of the page that is open, so that pages of both modes stay in it. */
export function useFollowedMode(user: ModeUser | null): void {
  const store = use(ModeContext);
  const page = useLocation({ select: ({ pathname }) => modeOfPage(pathname) });
  const isFollowed = user !== null && maySwitchMode(user) && page !== null;
  useEffect(() => {
    if (isFollowed) store.follow(page);
  }, [isFollowed, page, store]);
}

/** The mode that another tab has chosen since this one was loaded, where it is not shown; else null. */
export function useChosenElsewhere(): Mode | null {
  const store = use(ModeContext);
  const user = useUser();
  const mode = useMode();
  const page = useLocation({ select: ({ pathname }) => modeOfPage(pathname) });
  const stored = modeOf(user, useSyncExternalStore(store.subscribe, store.stored));
  const isChanged = stored !== modeOf(user, store.loaded);
  return isChanged && stored !== mode && page === null ? stored : null;
}
