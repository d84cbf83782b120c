import { createContext, use, useSyncExternalStore } from 'react';
import type { SafeStorage } from '../lib/storage.ts';

const storageKey = 'single_keys';

/** Whether shortcuts of one letter work, as the reader chose for this browser. */
export interface SingleKeysStore {
  get: () => boolean;
  set: (isOn: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

/** The choice, remembered in a storage; it holds for the page even where the storage refuses. */
export function createSingleKeys(storage: SafeStorage): SingleKeysStore {
  let isOn = storage.get(storageKey) !== 'off';
  const listeners = new Set<() => void>();
  return {
    get: () => isOn,
    set(next) {
      isOn = next;
      if (next) storage.remove(storageKey);
      else storage.set(storageKey, 'off');
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Carries the choice through the page. */
export const SingleKeysContext = createContext<SingleKeysStore>({
  get: () => true,
  set: () => undefined,
  subscribe: () => () => undefined,
});

/** The choice, followed as it changes. */
export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  const store = use(SingleKeysContext);
  return [useSyncExternalStore(store.subscribe, store.get), store.set];
}
