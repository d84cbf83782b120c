import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListResponse } from '#api/entities/listResponse.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { EntityRow } from '../useEntity.ts';

/** A short list of rows that belong to an object, inside its drawer, with loading, error and empty states. */
export function RowsPanel<Row extends EntityRow>({
  list,
  label,
  labels,
  empty,
  addButton,
  children,
}: {
  list: UseQueryResult<ListResponse<Row>>;
  /** Title of the list, such as "Placements". */
  label: string;
  /** Explanation of the rows. */
  labels: string;
  /** The empty state; `text` defaults to the explanation. */
  empty: { icon: ReactNode; title: string; text?: string };
  /** Null when the user may not add rows. */
  addButton: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  if (list.error && !list.data) {
    return <LoadError title={`The ${label.toLowerCase()} could not be loaded`} query={list} />;
  }
  if (!list.data) return <Skeleton className="h-24" />;
  const { rows } = list.data;
  if (rows.length === 0) {
    return <EmptyState className="rounded-lg border border-dashed" text={labels} {...empty} action={addButton} />;
  }
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-muted">{labels}</p>
        {addButton}
      </div>
      <ul aria-label={label} className="flex flex-col divide-y rounded-lg border">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center justify-between gap-3 px-3 py-2">
            {children(row)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A row of a panel: name, pill, details and actions. */
export function PanelRow({
  name,
  pill,
  actions,
  children,
}: {
  name: string;
  pill: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <div className="flex min-w-0 flex-col">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <span className="truncate font-medium" title={name}>
            {name}
          </span>
          {pill}
        </p>
        {children}
      </div>
      {actions ? <div className="flex shrink-0 items-center gap-1">{actions}</div> : null}
    </>
  );
}
