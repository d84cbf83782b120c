import type { ReactNode } from 'react';
import type { Entity, EntityName, Fields } from '#model/index.ts';
import type { InventoryDimension } from './inventoryColumns.tsx';

/** A kind of inventory: what traffic shows of it, and which lists name it. */
export interface Inventory {
  title: string;
  /** Heading of the column of names: "App". */
  label: string;
  /** In the plural: "apps". */
  noun: string;
  icon: ReactNode;
  /** The dimension of reports that holds it; null while requests do not record it. */
  dimension: InventoryDimension | null;
  /** What stands in place of the catalogue that is not recorded. */
  unrecorded?: string;
  /** The lists whose members it reads. */
  list: Entity<Fields, EntityName>;
  /** The members of a list as this kind of inventory; all of them when left out. */
  read?: (members: readonly string[]) => string[];
}
