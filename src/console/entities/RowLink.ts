import type { ReactNode } from 'react';

/** A way from a row to the rows that belong to it, on another page. */
export interface RowLink {
  label: string;
  icon: ReactNode;
  to: string;
  search: Record<string, unknown>;
}
