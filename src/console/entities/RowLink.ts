import type { ReactNode } from 'react';
import type { EntityName } from '#model/index.ts';

/** A link from a row to the rows that belong to it, on another page. */
export interface RowLink {
  label: string;
  icon: ReactNode;
  to: string;
  /** The entity of that page; users who may not open it do not see the link. */
  entity?: EntityName;
  search: Record<string, unknown>;
}
