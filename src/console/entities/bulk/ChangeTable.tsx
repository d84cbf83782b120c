import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { entities, type Entity } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount } from '../../lib/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { pageFor } from '#model/entity/entityPages.ts';
import type { ChangeLine, ShownChanges } from './changeLines.ts';
import { ChangeValue } from './ChangeValue.tsx';

const parts = ['changed', 'refused', 'unchanged'] as const;
type Part = (typeof parts)[number];
const errorsFirst: readonly Part[] = ['refused', 'changed', 'unchanged'];

const partLabels: Record<Part, string> = { changed: 'Changes', refused: 'Errors', unchanged: 'Unchanged' };

const definitionOf = ({ entity: name, change }: ChangeLine) => {
  const entity: Entity = entities[name];
  return change ? entity.fields[change.field] : undefined;
};

const line: Column<ChangeLine> = {
  id: 'line',
  header: 'Line',
  align: 'end',
  width: 64,
  cell: (row) => row.line ?? '',
};

const object: Column<ChangeLine> = {
  id: 'object',
  header: 'Object',
  width: 240,
  cell: (row) => <ObjectName row={row} />,
};

/**
 * The name of a row, as a link where the user may open it. The link of a row with an error leads to the field at fault.
 */
function ObjectName({ row: { entity, object: name, at } }: { row: ChangeLine }) {
  const user = useUser();
  const page = at && pageFor(entity, user);
  return page ? (
    <Link
      to={page}
      search={{ open: at.id, field: at.field, tab: at.tab }}
      target="_blank"
      rel="noopener"
      title={name}
      className="cell-link"
    >
      {name}
    </Link>
  ) : (
    <span title={name}>{name}</span>
  );
}

const kind: Column<ChangeLine> = { id: 'kind', header: 'Type', width: 130, cell: (row) => entities[row.entity].label };

const changeColumns: Column<ChangeLine>[] = [
  {
    id: 'field',
    header: 'Field',
    width: 160,
    cell: (row) => row.text ?? definitionOf(row)?.label ?? row.change?.field ?? '',
    title: (row) => row.text,
  },
  {
    id: 'from',
    header: 'Before',
    width: 220,
    cell: (row) => (row.change ? <ChangeValue field={definitionOf(row)} change={row.change} side="from" /> : null),
  },
  {
    id: 'to',
    header: 'After',
    width: 220,
    grow: true,
    cell: (row) => (row.change ? <ChangeValue field={definitionOf(row)} change={row.change} side="to" /> : null),
  },
];

const summary: Column<ChangeLine> = {
  id: 'words',
  header: 'Change',
  width: 320,
  grow: true,
  cell: (row) => <span title={row.text}>{row.text}</span>,
};

const problem: Column<ChangeLine> = {
  id: 'problem',
  header: 'Error',
  width: 420,
  grow: true,
  cell: (row) => <span title={row.problem}>{row.problem}</span>,
};

const column: Column<ChangeLine> = { ...object, id: 'column', header: 'Column', width: 180 };

/** The columns that a part of the lines needs. */
function columnsOf(part: Part, lines: readonly ChangeLine[]): Column<ChangeLine>[] {
  const isFile = lines.some((each) => each.line !== undefined);
  const lead = isFile ? [line] : [];
  if (part === 'refused') return [...lead, isFile ? column : object, problem];
  const isMixed = new Set(lines.map(({ entity }) => entity)).size > 1;
  const who = isMixed ? [...lead, kind, object] : [...lead, object];
  return lines.some(({ change }) => change) ? [...who, ...changeColumns] : [...who, summary];
}

/** Lists by row what changes, what is refused and why, and what stays the same. Only visible rows are rendered. */
export function ChangeTable({
  shown,
  isBlocked,
  className,
}: {
  shown: ShownChanges;
  /** True when refused rows block the whole change; they are then listed first. */
  isBlocked: boolean;
  className: string;
}) {
  const filled = (isBlocked ? errorsFirst : parts).filter((part) => shown[part].length > 0);
  const [selected, setSelected] = useState<Part | null>(null);
  const part = selected && filled.includes(selected) ? selected : (filled[0] ?? 'changed');
  const lines = shown[part];
  const [memo, setMemo] = useState(() => ({ lines, columns: columnsOf(part, lines) }));
  if (memo.lines !== lines) setMemo({ lines, columns: columnsOf(part, lines) });
  return (
    <div className="flex min-h-0 flex-col">
      {filled.length > 1 ? (
        <SegmentedControl
          className="mx-5 mb-3 self-start"
          label="Rows to show"
          size="sm"
          options={filled.map((value) => ({
            value,
            label: `${partLabels[value]} ${formatCount(shown.counts[value] || shown[value].length)}`,
          }))}
          value={part}
          onChange={setSelected}
        />
      ) : null}
      <DataTable
        label={partLabels[part]}
        className={`border-t ${className}`}
        density="compact"
        columns={memo.lines === lines ? memo.columns : columnsOf(part, lines)}
        rows={lines}
        rowId={keyOf}
      />
    </div>
  );
}

const keyOf = (row: ChangeLine) => row.key;
