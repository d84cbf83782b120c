import type { SafeStorage } from '../../lib/storage.ts';
import { type DraftOf, storeDraft, readDraft } from './drafts.ts';
import type { FormValues } from './formModel.ts';

/** The row that a form is based on: its values when the form was opened, and its version; null for a new row. */
export interface FormBase {
  stored: FormValues;
  version: number | null;
}

/** An unsaved form of a row, with its base. */
export interface RowDraft extends FormBase {
  values: FormValues;
}

/** Stores an unsaved form with its base: another user may have changed the row by the time it is saved. */
export function storeRowDraft(storage: SafeStorage, of: DraftOf, { values, stored, version }: RowDraft): void {
  storeDraft(storage, of, { values, stored, version });
}

/** Returns the stored draft; null when there is none. */
export function readRowDraft(storage: SafeStorage, of: DraftOf): RowDraft | null {
  const { values, stored, version = null } = readDraft(storage, of) ?? {};
  if (!isValues(values) || !isValues(stored) || (version !== null && typeof version !== 'number')) return null;
  return { values, stored, version };
}

function isValues(value: unknown): value is FormValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
