import type { ReactNode } from 'react';
import type { EntityName } from '#model/index.ts';

/** A way from a row to the rows that belong to it, on another page. */
export interface RowLink {
  label: string;
  icon: ReactNode;
  to: string;
  /** Whose page that is: it is there for those who may open it. */
  entity?: EntityName;
  search: Record<string, unknown>;
}
