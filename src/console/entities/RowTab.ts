import type { ComponentType } from 'react';
import type { EntityName } from '#model/index.ts';
import type { EntityRow } from './useEntity.ts';

/** A tab of the drawer that is no part of the form: what belongs to a stored row. */
export interface RowTab {
  id: string;
  label: string;
  Panel: ComponentType<{ entity: EntityName; row: EntityRow; isReadOnly: boolean }>;
}
