/** A `localStorage` or `sessionStorage` whose entries outlive the window: those of a context, or of a page that is loaded anew. */
export function openStorage(entries: Map<string, string>): Storage {
  const methods = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: unknown) => void entries.set(key, String(value)),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index: number) => [...entries.keys()][index] ?? null,
  };
  return new Proxy(methods as Storage, {
    get: (target, key) => {
      if (key === 'length') return entries.size;
      return key in target ? Reflect.get(target, key) : entries.get(String(key));
    },
    set: (_target, key, value) => {
      entries.set(String(key), String(value));
      return true;
    },
    deleteProperty: (_target, key) => {
      entries.delete(String(key));
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
