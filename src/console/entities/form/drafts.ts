import { clearStoredLists } from '../../lib/lists.ts';
import type { SafeStorage } from '../../lib/storage.ts';
import type { FormValues } from './formModel.ts';

/** Whose unsaved form of what: never shown to another user, nor on another row. */
export interface DraftOf {
  userId: number;
  entity: string;
  /** Null for a new row. */
  id: number | null;
}

const keyOf = ({ userId, entity, id }: DraftOf) => `draft:${userId}:${entity}:${id ?? 'new'}`;

/**
 * Keeps an unsaved form for as long as the tab lives, so that a lost session or a reload costs nothing. Where storage is
 * full, the stored lists, which can be loaded again, make room for it.
 */
export function storeDraft(storage: SafeStorage, of: DraftOf, values: FormValues): void {
  if (storage.setJson(keyOf(of), values)) return;
  clearStoredLists(storage);
  storage.setJson(keyOf(of), values);
}

/** The unsaved form of before; null when there is none. */
export function readDraft(storage: SafeStorage, of: DraftOf): FormValues | null {
  return storage.getJson(keyOf(of), (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValues) : null,
  );
}

/** Forgets an unsaved form: it was saved or given up. */
export function removeDraft(storage: SafeStorage, of: DraftOf): void {
  storage.remove(keyOf(of));
}
