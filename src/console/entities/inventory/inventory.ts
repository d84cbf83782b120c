import type { ReactNode } from 'react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import type { appList, creList, pubList } from '#model/index.ts';
import type { ObservedName } from '#model/fact/observed.ts';
import type { Column } from '../../ui/table/column.ts';
import type { CellContext } from './observedCells.tsx';

/** A kind of inventory: what traffic shows of it, and which lists name it. */
export interface Inventory {
  title: string;
  /** Heading of the column of names: "App". */
  label: string;
  /** In the singular and the plural: "app", "apps". */
  one: string;
  noun: string;
  icon: ReactNode;
  /** The catalogue that holds it. */
  observed: ObservedName;
  /** The dimension of reports that holds it. */
  dimension: InventoryDimension;
  /** The lists whose members it reads. */
  list: typeof appList | typeof creList | typeof pubList;
  /** The columns of what is told of it: those that it is recognised by, in front of the figures, and the others. */
  columns: (context: CellContext) => { leading: Column<ObservedRow>[]; more: Column<ObservedRow>[] };
}

/** What a row of inventory can be filtered by in a report. */
export type InventoryDimension = 'app' | 'site' | 'publisher' | 'creative';
