import { useCallback, useEffect, useRef } from 'react';
import { sessionStore } from '../../lib/browserStorage.ts';
import { storeDraft, type DraftOf } from './drafts.ts';

const delayMs = 400;

/**
 * Stores unsaved values as a draft once they have stood for a moment; null = nothing is unsaved. Gives what calls that off:
 * a form that is given up right after typing must not come back with its next opening.
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
