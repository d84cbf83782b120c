import type { ReactNode } from 'react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import type { appList, creList, pubList } from '#model/index.ts';
import type { ObservedName } from '#model/supply/observedInventory.ts';
import type { Column } from '../../ui/table/column.ts';
import type { CellContext } from './observedCells.tsx';

/** A kind of inventory: what is observed of it, and the lists that contain it. */
export interface Inventory {
  title: string;
  /** Heading of the name column: "App". */
  label: string;
  /** Singular, as in "app"; `noun` is the plural. */
  one: string;
  noun: string;
  icon: ReactNode;
  /** Name of its observed inventory in the API. */
  observed: ObservedName;
  /** Its report dimension. */
  dimension: InventoryDimension;
  /** The entity of its lists. */
  list: typeof appList | typeof creList | typeof pubList;
  /** The columns of declared values: the names of a row, before the figures, and the others after them. */
  columns: (context: CellContext) => { leading: Column<ObservedRow>[]; more: Column<ObservedRow>[] };
}

/** The report dimensions that identify a row of inventory. */
export type InventoryDimension = 'app' | 'site' | 'publisher' | 'creative';
