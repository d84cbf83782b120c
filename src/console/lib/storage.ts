/** Web storage that never throws: blocked or full storage reads as empty and refuses writes. */
export type SafeStorage = {
  get: (key: string) => string | null;
  /** Returns false when the browser refused (full or blocked). */
  set: (key: string, value: string) => boolean;
  remove: (key: string) => void;
  /** Returns the keys that start with the prefix. */
  keys: (prefix?: string) => string[];
  /** Returns the stored JSON value, or null when `parse` rejects it. */
  getJson: <T>(key: string, parse: (value: unknown) => T | null) => T | null;
  setJson: (key: string, value: unknown) => boolean;
};

function attempt<T>(work: () => T, fallback: T): T {
  try {
    return work();
  } catch {
    return fallback;
  }
}

/** Wraps a storage. `open` is called for each access, because reading `window.localStorage` itself can throw. */
export function guardStorage(open: () => Storage): SafeStorage {
  return {
    get: (key) => attempt(() => open().getItem(key), null),
    set: (key, value) =>
      attempt(() => {
        open().setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt(() => open().removeItem(key), undefined),
    keys: (prefix = '') =>
      attempt(() => {
        const storage = open();
        return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
          key.startsWith(prefix),
        );
      }, []),
    getJson: (key, parse) =>
      attempt(() => {
        const text = open().getItem(key);
        return text === null ? null : parse(JSON.parse(text));
      }, null),
    setJson: (key, value) =>
      attempt(() => {
        open().setItem(key, JSON.stringify(value));
        return true;
      }, false),
  };
}
