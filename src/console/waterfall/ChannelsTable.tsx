import { memo, useState } from 'react';
import type { ReportRow } from '#reports/index.ts';
import { useUser } from '../frame/session.ts';
import { formatExactMoney, formatMoney } from '../lib/format.ts';
import { cx } from '../ui/cx.ts';
import { ChooseCell, EnabledCell, FigureCells, MenuCell, NameCell, NumberCell, type RowActions } from './RowCells.tsx';
import { heights, maxRows, partsOf, rowsIn } from './rowSpan.ts';
import { SkippedRows } from './SkippedRows.tsx';
import type { FigureColumn, LastHoursFigures } from './useLastHours.ts';
import { useVisibleSpan } from './useVisibleSpan.ts';
import { countColumns, WaterfallHead } from './WaterfallHead.tsx';
import { nameOf, type WaterfallListRow } from './waterfallModel.ts';

/** The channels that use a tag, with its position in each waterfall. */
export function ChannelsTable({
  rows,
  figures,
  chosen,
  isReadOnly,
  actions,
}: {
  rows: readonly WaterfallListRow[];
  figures: LastHoursFigures;
  chosen: ReadonlySet<number>;
  isReadOnly: boolean;
  actions: RowActions;
}) {
  const { hidesMoney } = useUser();
  const ids = rows.map((row) => row.id);
  const [table, setTable] = useState<HTMLTableElement | null>(null);
  const span = useVisibleSpan(table, rows.length > maxRows);
  return (
    <table ref={setTable} aria-label="Channels of this tag" aria-rowcount={1 + rows.length} className="wf-table">
      <WaterfallHead
        side="tag"
        figures={figures}
        isReadOnly={isReadOnly}
        chosen={chosen.size === 0 ? 'none' : ids.every((id) => chosen.has(id)) ? 'all' : 'some'}
        onChooseAll={(isChosen) => actions.choose(ids, isChosen)}
      />
      <tbody data-target="tier">
        {partsOf(rows, rowsIn(span, heights.head, rows.length), null).map((part) =>
          'skipped' in part ? (
            <SkippedRows
              key={`skipped ${part.index}`}
              count={part.skipped}
              columnCount={countColumns('tag', figures.columns, { isReadOnly, hidesMoney })}
            />
          ) : (
            <ChannelRow
              key={part.row.id}
              row={part.row}
              rowIndex={2 + part.index}
              columns={figures.columns}
              figures={figures.rows?.get(part.row.channelId)}
              isChosen={chosen.has(part.row.id)}
              isReadOnly={isReadOnly}
              actions={actions}
            />
          ),
        )}
      </tbody>
    </table>
  );
}

/** One channel; memoized. */
const ChannelRow = memo(function ChannelRow({
  row,
  rowIndex,
  columns,
  figures,
  isChosen,
  isReadOnly,
  actions,
}: {
  row: WaterfallListRow;
  rowIndex: number;
  columns: readonly FigureColumn[];
  figures: ReportRow | undefined;
  isChosen: boolean;
  isReadOnly: boolean;
  actions: RowActions;
}) {
  const { hidesMoney } = useUser();
  const name = nameOf(row, 'tag');
  const cell = { row, name, isReadOnly, actions };
  return (
    <tr
      data-row={row.id}
      aria-rowindex={rowIndex}
      className={cx(!row.isEnabled && 'text-muted', isChosen && 'bg-selected')}
    >
      {isReadOnly ? null : (
        <td className="px-0! pl-2!">
          <ChooseCell name={name} id={row.id} isChosen={isChosen} actions={actions} />
        </td>
      )}
      <td>
        <EnabledCell {...cell} />
      </td>
      <td>
        <NameCell row={row} side="tag" />
      </td>
      {hidesMoney ? null : (
        <td className="tnum text-right" title={formatExactMoney(row.channel?.floor)}>
          {formatMoney(row.channel?.floor)}
        </td>
      )}
      <td>
        <NumberCell {...cell} field="tier" />
      </td>
      <td>
        <NumberCell {...cell} field="weight" />
      </td>
      {hidesMoney ? null : (
        <td>
          <NumberCell {...cell} field="floor" />
        </td>
      )}
      <FigureCells columns={columns} figures={figures} />
      {isReadOnly ? null : (
        <td className="text-center">
          <MenuCell name={name} id={row.id} actions={actions} />
        </td>
      )}
    </tr>
  );
});
