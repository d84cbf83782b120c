import { createContext, use, useSyncExternalStore } from 'react';
import type { SessionUser } from '#api/contract.ts';
import type { SafeStorage } from '../lib/storage.ts';
import { useUser } from './session.ts';

/** The side of the business that the console shows. */
export type Mode = 'ssp' | 'dsp';

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

/** The choice of mode: as this page was loaded with it, and as local storage has it now. */
export interface ModeStore {
  /** What was stored when the page was loaded; the page keeps to it. */
  loaded: string | null;
  stored: () => string | null;
  /** Stores a choice for the next load of a page; false where the browser refused. */
  choose: (mode: Mode) => boolean;
  /** Tells when the choice may have changed: by another tab, or by this one before a reload that was called off. */
  subscribe: (listener: () => void) => () => void;
}

/** The choice of mode in a storage; `events` is where the browser tells of other tabs and of the focus: the window. */
export function createModeStore(
  storage: SafeStorage,
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): ModeStore {
  return {
    loaded: storage.get(storageKey),
    stored: () => storage.get(storageKey),
    choose: (mode) => storage.set(storageKey, mode),
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
  choose: () => false,
  subscribe: () => () => undefined,
});

/** The mode of the page for the signed-in user; it does not change while the page lives. */
export function useMode(): Mode {
  return modeOf(useUser(), use(ModeContext).loaded);
}

/** The mode that a reload of the page would give. */
export function useStoredMode(): Mode {
  const store = use(ModeContext);
  return modeOf(useUser(), useSyncExternalStore(store.subscribe, store.stored));
}
