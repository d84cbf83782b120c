import { useMemo } from 'react';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DocumentFault } from './documentFaults.ts';

/** The faults of a document, each with its line and path. */
export function FaultTable({
  faults,
  onLine,
}: {
  faults: readonly DocumentFault[];
  /** Shows a line of the document. */
  onLine: (line: number) => void;
}) {
  const columns = useMemo((): Column<DocumentFault>[] => {
    const line = ({ line: at }: DocumentFault) => {
      if (at === null) return '';
      return (
        <button type="button" className="cell-link tnum" aria-label={`Show line ${at}`} onClick={() => onLine(at)}>
          {at}
        </button>
      );
    };
    return [
      { id: 'line', header: 'Line', align: 'end', width: 72, cell: line },
      { id: 'place', header: 'Path', width: 240, cell: ({ place }) => <span className="font-mono">{place}</span> },
      { id: 'message', header: 'Problem', width: 400, grow: true, cell: ({ message }) => message },
    ];
  }, [onLine]);
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
