import { useMemo } from 'react';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DocumentFault } from './documentFaults.ts';

const textColumns: readonly Column<DocumentFault>[] = [
  { id: 'place', header: 'Path', width: 240, cell: ({ place }) => <span className="font-mono">{place}</span> },
  { id: 'message', header: 'Problem', width: 400, grow: true, cell: ({ message }) => message },
];

function lineColumn(onLine: (line: number) => void): Column<DocumentFault> {
  return {
    id: 'line',
    header: 'Line',
    align: 'end',
    width: 72,
    cell: ({ line }) =>
      line !== null && (
        <button
          type="button"
          className="tnum text-accent-ink underline underline-offset-2"
          aria-label={`Show line ${line}`}
          onClick={() => onLine(line)}
        >
          {line}
        </button>
      ),
  };
}

/** The faults of a document, each with its line and path. */
export function FaultTable({
  faults,
  onLine,
}: {
  faults: readonly DocumentFault[];
  /** Shows a line of the document. */
  onLine: (line: number) => void;
}) {
  const columns = useMemo((): Column<DocumentFault>[] => [lineColumn(onLine), ...textColumns], [onLine]);
  return (
    <DataTable
      label="Errors"
      columns={columns}
      rows={faults}
      rowId={({ key }) => key}
      density="compact"
      className="max-h-80"
    />
  );
}
