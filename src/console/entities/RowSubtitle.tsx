import { Suspense } from 'react';
import type { Entity, EntityName, Fields } from '#model/index.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Pill } from '../ui/Pill.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { isPlatformRow } from './rowRights.ts';
import { statusName } from './statusLabels.ts';
import type { EntityRow } from './useEntity.ts';

const RowStatus = lazyChunk(() => import('./RowStatus.tsx'), 'RowStatus');

/** The state and IDs of a row, under its name. */
export function RowSubtitle({ entity, row }: { entity: Entity<Fields, EntityName>; row: EntityRow }) {
  return (
    <div className="mt-1 flex items-center gap-2">
      <Suspense fallback={<StatusPill status={statusName(row.status)} />}>
        <RowStatus entity={entity} row={row} />
      </Suspense>
      {isPlatformRow(entity, row) ? (
        <Pill tone="accent" dot={false}>
          Platform
        </Pill>
      ) : null}
      <span className="tnum">#{row.id}</span>
      {row.uid ? (
        <span className="flex items-center gap-0.5 font-mono">
          {row.uid}
          <CopyButton text={row.uid} label="Copy UID" />
        </span>
      ) : null}
    </div>
  );
}
