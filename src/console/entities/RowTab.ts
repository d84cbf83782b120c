import type { ComponentType } from 'react';
import type { EntityName } from '#model/index.ts';
import type { EntityRow } from './useEntity.ts';

/** A tab of the drawer outside the form, for what belongs to a stored row. */
export interface RowTab {
  id: string;
  label: string;
  /** Name of a form tab, such as "sellers json", at whose end this is rendered instead of as a tab. */
  within?: string;
  /** True when it needs a wide drawer, such as for a table with many columns. */
  isWide?: boolean;
  /** True when the drawer opens here after a row was created, for input that the form cannot take. */
  isNextAfterCreate?: boolean;
  Panel: ComponentType<{ entity: EntityName; row: EntityRow; isReadOnly: boolean }>;
}
