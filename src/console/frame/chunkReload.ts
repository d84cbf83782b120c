import { sessionStore } from '../lib/browserStorage.ts';
import type { SafeStorage } from '../lib/storage.ts';

const storageKey = 'chunk_reload_at';
const quietMs = 60_000;

/**
 * Whether the page may reload itself because a chunk failed to load, at the time `now` (ms): at most once in 60
 * seconds, remembered across the reload. Storage that cannot remember means no reload, so that none repeats for ever.
 */
export function mayReload(memory: Pick<SafeStorage, 'get' | 'set'>, now: number): boolean {
  const last = Number(memory.get(storageKey) ?? Number.NaN);
  if (Number.isFinite(last) && now - last >= 0 && now - last < quietMs) return false;
  return memory.set(storageKey, String(now));
}

/** A page whose code could not be loaded, after the one reload that could have mended it. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('This page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Loads a chunk; when that fails, reloads the page once while there is a network, else throws a ChunkLoadError. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    // Without a network the page that is there is better than the browser's own.
    if (!navigator.onLine || !mayReload(sessionStore, Date.now())) throw new ChunkLoadError(cause);
    location.reload();
    return await new Promise<never>(() => {});
  }
}
