import type { ComponentType } from 'react';
import type { FormValues } from './formModel.ts';
import type { EntityRow } from '../useEntity.ts';

/** A form tab without fields: shows what follows from the form's values, saved or not. */
export interface FormTab {
  id: string;
  label: string;
  /** `row` is null for a new row; `stored` are then the form's initial values. */
  Panel: ComponentType<{ row: EntityRow | null; values: FormValues; stored: FormValues }>;
}
