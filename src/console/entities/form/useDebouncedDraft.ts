import { useCallback, useEffect, useRef } from 'react';
import { sessionStore } from '../../lib/browserStorage.ts';
import { storeDraft, type DraftOf } from './drafts.ts';

const delayMs = 400;

/**
 * Stores unsaved values as a draft after a pause in typing; null = nothing is unsaved. Returns a function that cancels
 * the pending write, so that a form discarded right after typing does not come back.
 */
export function useDebouncedDraft(of: DraftOf, values: object | null): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!values) return undefined;
    timer.current = setTimeout(() => storeDraft(sessionStore, of, { ...values }), delayMs);
    return () => clearTimeout(timer.current);
  }, [of, values]);
  return useCallback(() => clearTimeout(timer.current), []);
}
