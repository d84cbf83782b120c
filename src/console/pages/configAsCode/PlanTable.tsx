import { useMemo } from 'react';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import { entities } from '#model/index.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { pillClass, type PillTone } from '../../ui/Pill.tsx';
import { type PlanLine, planLines } from './planLines.ts';

const marks: Record<ConfigResponse['changes'][number]['action'], { label: string; tone: PillTone }> = {
  create: { label: '+ Create', tone: 'good' },
  update: { label: '~ Change', tone: 'neutral' },
  archive: { label: '− Archive', tone: 'bad' },
  remove: { label: '− Remove', tone: 'bad' },
};

const columns: readonly Column<PlanLine>[] = [
  {
    id: 'what',
    header: 'Action',
    width: 120,
    cell: (line) => {
      if (line.type === 'part') return <span className="font-semibold">{line.part}</span>;
      if (line.type === 'field') return null;
      const { label, tone } = marks[line.change.action];
      return <span className={pillClass(tone, false)}>{label}</span>;
    },
  },
  {
    id: 'object',
    header: 'Object',
    width: 260,
    cell: (line) => {
      if (line.type === 'part') return <span className="cell-muted">{line.counts}</span>;
      return line.type === 'object' ? <Named {...line.change} /> : null;
    },
  },
  {
    id: 'field',
    header: 'Field',
    width: 150,
    cell: (line) => (line.type === 'field' ? line.field : null),
  },
  {
    id: 'from',
    header: 'Before',
    width: 190,
    cell: (line) => (line.type === 'field' ? <span className="cell-muted tnum">{line.from ?? ''}</span> : null),
  },
  {
    id: 'to',
    header: 'After',
    width: 190,
    grow: true,
    cell: (line) => (line.type === 'field' ? <span className="tnum">{line.to}</span> : null),
  },
];

function Named({ entity, id, name }: ConfigResponse['changes'][number]) {
  return (
    <>
      {entity === 'waterfallRow' ? <span className="cell-muted">In the waterfall: </span> : null}
      <span className="font-medium">{name || entities[entity].label}</span>
      {id === null ? null : <span className="cell-muted tnum"> #{id}</span>}
    </>
  );
}

/** The changes of a document by section. Of long plans, only the lines in view are rendered. */
export function PlanTable({ changes }: Pick<ConfigResponse, 'changes'>) {
  const lines = useMemo(() => planLines(changes), [changes]);
  return (
    <DataTable
      label="Plan"
      columns={columns}
      rows={lines}
      rowId={({ key }) => key}
      density="compact"
      rowClassName={({ type }) => (type === 'part' ? '[&>td]:bg-sunken!' : undefined)}
      className="max-h-[32rem]"
    />
  );
}
