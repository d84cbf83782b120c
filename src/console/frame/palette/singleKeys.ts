import { createContext, use, useSyncExternalStore } from 'react';
import type { SafeStorage } from '../../lib/storage.ts';

const storageKey = 'single_keys';

/** Whether single-character shortcuts are on in this browser. */
export interface SingleKeysStore {
  get: () => boolean;
  set: (isOn: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Creates the store of the choice. It applies to the page even when storage refuses it. */
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

/** Context of the store. */
export const SingleKeysContext = createContext<SingleKeysStore>({
  get: () => true,
  set: () => undefined,
  subscribe: () => () => undefined,
});

/** The current choice and its setter; re-renders when it changes. */
export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  const store = use(SingleKeysContext);
  return [useSyncExternalStore(store.subscribe, store.get), store.set];
}
