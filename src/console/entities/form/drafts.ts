import { clearStoredLists } from '../../lib/lists.ts';
import type { SafeStorage } from '../../lib/storage.ts';
import type { FormValues } from './formModel.ts';

/** Identifies an unsaved form by user, entity and row, so that no other user or row gets it. */
export interface DraftOf {
  userId: number;
  entity: string;
  id: number | null;
}

const keyOf = ({ userId, entity, id }: DraftOf) => `draft:${userId}:${entity}:${id ?? 'new'}`;

/**
 * Stores an unsaved form for the lifetime of the browser tab, so that it survives a lost session or a reload. When
 * storage is full, cached lists, which can be loaded again, are removed first.
 */
export function storeDraft(storage: SafeStorage, of: DraftOf, values: FormValues): void {
  if (storage.setJson(keyOf(of), values)) return;
  clearStoredLists(storage);
  storage.setJson(keyOf(of), values);
}

/** Returns the stored draft; null when there is none. */
export function readDraft(storage: SafeStorage, of: DraftOf): FormValues | null {
  return storage.getJson(keyOf(of), (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValues) : null,
  );
}

/** Removes a draft after the form was saved or discarded. */
export function removeDraft(storage: SafeStorage, of: DraftOf): void {
  storage.remove(keyOf(of));
}
