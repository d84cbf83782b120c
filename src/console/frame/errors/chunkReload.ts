import { sessionStore } from '../../lib/browserStorage.ts';
import type { SafeStorage } from '../../lib/storage.ts';

const storageKey = 'chunk_reload_at';
const quietMs = 60_000;

/**
 * True when the page may reload itself after a chunk failed to load, at time `now` (ms): at most once in 60 seconds,
 * stored across the reload. False when storage is blocked, as reloads could then repeat endlessly.
 */
export function mayReload(memory: Pick<SafeStorage, 'get' | 'set'>, now: number): boolean {
  const last = Number(memory.get(storageKey) ?? Number.NaN);
  if (Number.isFinite(last) && now - last >= 0 && now - last < quietMs) return false;
  return memory.set(storageKey, String(now));
}

/** The code of a page could not be loaded, even after a reload. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('This page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

/**
 * Loads a chunk. When that fails, reloads the page once while the browser is online. Throws a ChunkLoadError otherwise.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    // Offline, the current page is better than the browser's error page.
    if (!navigator.onLine || !mayReload(sessionStore, Date.now())) throw new ChunkLoadError(cause);
    location.reload();
    return await new Promise<never>(() => {});
  }
}
