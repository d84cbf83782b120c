import type { ObservedRow } from '#api/observed/observedContract.ts';
import type { Column } from '../../ui/table/column.ts';

/** The first column: the name as it appears in traffic. */
export function keyColumn(header: string): Column<ObservedRow> {
  return {
    id: 'key',
    header,
    sortable: true,
    sticky: true,
    width: 220,
    cell: (row) => (
      <span dir="auto" className="font-medium">
        {row.key}
      </span>
    ),
  };
}
