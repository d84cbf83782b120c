import { useEffect, useEffectEvent, useState } from 'react';
import type { Option } from './option.ts';

/** Loads the options that match the typed text; the signal aborts when more is typed. */
export type LoadOptions<V extends string | number> = (
  query: string,
  signal: AbortSignal,
) => Promise<readonly Option<V>[]>;

const DEBOUNCE_MS = 200;

/** The options of a combobox: the given ones, or those loaded for the query while it is open. */
export function useOptions<V extends string | number>(
  givenOptions: readonly Option<V>[],
  load: LoadOptions<V> | undefined,
  query: string,
  open: boolean,
): { options: readonly Option<V>[]; status: 'ready' | 'loading' | 'failed' } {
  const [found, setFound] = useState<readonly Option<V>[] | null>(null);
  const [answered, setAnswered] = useState<{ query: string; failed: boolean } | null>(null);
  const isAsync = load !== undefined;

  const fetchOptions = useEffectEvent((signal: AbortSignal) => {
    load?.(query.trim(), signal).then(
      (options) => {
        if (signal.aborted) return;
        setFound(options);
        setAnswered({ query, failed: false });
      },
      () => {
        if (!signal.aborted) setAnswered({ query, failed: true });
      },
    );
  });
  useEffect(() => {
    if (!isAsync || !open) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => fetchOptions(abort.signal), query === '' ? 0 : DEBOUNCE_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [isAsync, open, query]);

  if (!isAsync) return { options: givenOptions, status: 'ready' };
  const status = answered?.query !== query ? 'loading' : answered.failed ? 'failed' : 'ready';
  return { options: found ?? givenOptions, status: open ? status : 'ready' };
}
