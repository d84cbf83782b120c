import type { DOMWindow } from 'jsdom';

/** Maximum characters of keys and values in a storage, as in Chromium. */
const quota = 5 * 1024 * 1024;

/**
 * A `localStorage` or `sessionStorage` of a window whose entries outlive it: those of a context, or of a reloaded page.
 * It can be full. Listeners are notified of each change; null = all entries, or a removed value.
 */
export function openStorage(
  entries: Map<string, string>,
  { DOMException }: DOMWindow,
  onStored: (key: string | null, value: string | null) => void,
): Storage {
  const set = (key: string, value: string) => {
    const isOther = ([other]: [string, string]) => other !== key;
    const taken = [...entries].filter(isOther).reduce((sum, each) => sum + each[0].length + each[1].length, 0);
    if (taken + key.length + value.length > quota) throw new DOMException('The storage is full', 'QuotaExceededError');
    entries.set(key, value);
    onStored(key, value);
  };
  const remove = (key: string) => {
    if (entries.delete(key)) onStored(key, null);
  };
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: unknown) => set(key, String(value)),
    removeItem: (key: string) => remove(key),
    clear: () => {
      entries.clear();
      onStored(null, null);
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
  };
  return new Proxy(methods as Storage, {
    get: (target, key) => {
      if (key === 'length') return entries.size;
      return key in target ? Reflect.get(target, key) : entries.get(String(key));
    },
    set: (_target, key, value) => {
      set(String(key), String(value));
      return true;
    },
    deleteProperty: (_target, key) => {
      remove(String(key));
      return true;
    },
    has: (target, key) => key in target || entries.has(String(key)),
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_target, key) => {
      const value = entries.get(String(key));
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  });
}
