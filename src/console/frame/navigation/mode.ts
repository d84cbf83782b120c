import { useLocation } from '@tanstack/react-router';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import type { SafeStorage } from '../../lib/storage.ts';
import { modeOfPage } from './navigation.ts';
import { useUser } from '../session.ts';
import type { Mode } from './modes.ts';

/** The parts of a user that decide the mode. */
export type ModeUser = Pick<SessionUser, 'type' | 'showDsp'>;

const storageKey = 'mode';

/** True when a user may switch modes. */
export function maySwitchMode(user: ModeUser): boolean {
  return user.type === 'admin' || user.showDsp;
}

/** A user's mode: SSP unless DSP is stored and the user may switch. */
export function modeOf(user: ModeUser, stored: string | null): Mode {
  return stored === 'dsp' && maySwitchMode(user) ? 'dsp' : 'ssp';
}

/** The chosen mode: as it was when this tab was loaded, and as it is stored now. */
export interface ModeStore {
  /** The stored value when the page was loaded. */
  loaded: string | null;
  stored: () => string | null;
  /** The mode of this tab: that of the last page that belongs to only one mode, or else the stored one. */
  current: () => string | null;
  /** Stores a mode for the next page load. Returns false when the browser refused. */
  choose: (mode: Mode) => boolean;
  /** Switches this tab to the mode of the page that was opened. */
  follow: (mode: Mode) => void;
  /** Clears the mode that this tab followed: the next load uses the stored one. */
  reset: () => void;
  /** Notifies when the choice may have changed: by another tab, or by this one before a canceled reload. */
  subscribe: (listener: () => void) => () => void;
}

/** Storage for all tabs, and for this one. */
interface ModeStorages {
  local: SafeStorage;
  session: SafeStorage;
}

/** Creates the store of the mode. `events` is the window, which reports changes by other tabs and focus. */
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

/** Context of the mode store. */
export const ModeContext = createContext<ModeStore>({
  loaded: null,
  stored: () => null,
  current: () => null,
  choose: () => false,
  follow: () => undefined,
  reset: () => undefined,
  subscribe: () => () => undefined,
});

/** The mode of the page for the signed-in user: the page's own, or the tab's where it belongs to both. */
export function useMode(): Mode {
  const store = use(ModeContext);
  const page = useLocation({ select: ({ pathname }) => modeOfPage(pathname) });
  return modeOf(useUser(), page ?? store.current());
}

/** Switches the tab to the mode of the open page, so that pages of both modes stay in it. */
export function useFollowedMode(user: ModeUser | null): void {
  const store = use(ModeContext);
  const page = useLocation({ select: ({ pathname }) => modeOfPage(pathname) });
  const isFollowed = user !== null && maySwitchMode(user) && page !== null;
  useEffect(() => {
    if (isFollowed) store.follow(page);
  }, [isFollowed, page, store]);
}

/**
 * The mode that another tab has chosen since this one was loaded, when it differs from the shown one; otherwise null.
 */
export function useModeFromOtherTab(): Mode | null {
  const store = use(ModeContext);
  const user = useUser();
  const mode = useMode();
  const page = useLocation({ select: ({ pathname }) => modeOfPage(pathname) });
  const stored = modeOf(user, useSyncExternalStore(store.subscribe, store.stored));
  const isChanged = stored !== modeOf(user, store.loaded);
  return isChanged && stored !== mode && page === null ? stored : null;
}
