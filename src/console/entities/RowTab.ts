import type { ComponentType } from 'react';
import type { EntityName } from '#model/index.ts';
import type { EntityRow } from './useEntity.ts';

/** A tab of the drawer that is no part of the form: what belongs to a stored row. */
export interface RowTab {
  id: string;
  label: string;
  /** Name of a tab of the form, such as "sellers json", at whose end it stands instead of being a tab itself. */
  within?: string;
  /** Whether it needs a wide drawer: a table with many columns. */
  isWide?: boolean;
  /** Whether a row that was just made opens here: what the form cannot take is given here. */
  isNextAfterCreate?: boolean;
  Panel: ComponentType<{ entity: EntityName; row: EntityRow; isReadOnly: boolean }>;
}
