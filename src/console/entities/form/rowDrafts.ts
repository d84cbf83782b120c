import type { SafeStorage } from '../../lib/storage.ts';
import { type DraftOf, storeDraft, readDraft } from './drafts.ts';
import type { FormValues } from './formModel.ts';

/** The row that a form builds on: its values as the form began with them, and its version; null for a new row. */
export interface FormBase {
  stored: FormValues;
  version: number | null;
}

/** An unsaved form of a row, with what it builds on. */
export interface RowDraft extends FormBase {
  values: FormValues;
}

/** Keeps an unsaved form with what it builds on: by the time it is saved, somebody else may have changed the row. */
export function storeRowDraft(storage: SafeStorage, of: DraftOf, { values, stored, version }: RowDraft): void {
  storeDraft(storage, of, { values, stored, version });
}

/** The unsaved form of before; null when there is none. */
export function readRowDraft(storage: SafeStorage, of: DraftOf): RowDraft | null {
  const { values, stored, version = null } = readDraft(storage, of) ?? {};
  if (!isValues(values) || !isValues(stored) || (version !== null && typeof version !== 'number')) return null;
  return { values, stored, version };
}

function isValues(value: unknown): value is FormValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
