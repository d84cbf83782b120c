import type { ComponentType } from 'react';
import type { FormValues } from './formModel.ts';
import type { EntityRow } from '../useEntity.ts';

/** A tab of the form that has no fields: what follows from what the form holds, saved or not. */
export interface FormTab {
  id: string;
  label: string;
  /** `row` is null for a new one, whose `stored` values are those that the form began with. */
  Panel: ComponentType<{ row: EntityRow | null; values: FormValues; stored: FormValues }>;
}
