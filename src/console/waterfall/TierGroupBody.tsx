import { memo } from 'react';
import { cx } from '../ui/cx.ts';
import { countOf } from '../entities/statusLabels.ts';
import { isOwnCampaigns } from './ownCampaigns.ts';
import type { RowActions } from './RowCells.tsx';
import { partsOf } from './rowSpan.ts';
import { SkippedRows } from './SkippedRows.tsx';
import { TierRow } from './TierRow.tsx';
import type { FigureColumn, LastHoursFigures } from './useLastHours.ts';
import { tieShares, type TierGroup } from './waterfallModel.ts';

const noun = { label: 'Tag', pluralLabel: 'Tags' };

/** One tier of a waterfall with its heading; memoized. */
export const TierGroupBody = memo(function TierGroupBody({
  group: { tier, rows },
  columns,
  figures,
  columnCount,
  chosen,
  lifted,
  isDropTarget,
  landing,
  isReadOnly,
  actions,
  handleHelp,
  first,
  last,
  pinnedId,
  rowIndex,
}: {
  group: TierGroup;
  columns: readonly FigureColumn[];
  figures: LastHoursFigures['rows'];
  columnCount: number;
  chosen: ReadonlySet<number>;
  /** IDs of dragged rows; null when none is in this tier. */
  lifted: ReadonlySet<number> | null;
  /** True when the dragged rows would be dropped here. */
  isDropTarget: boolean;
  /** ID of the row that they would be dropped above. */
  landing: number | null;
  isReadOnly: boolean;
  actions: RowActions;
  handleHelp: string;
  /** The range of rendered rows, excluding the last one. */
  first: number;
  last: number;
  /** ID of a row that is rendered even out of view. */
  pinnedId: number | null;
  /** Index of the heading among all table rows, from 1. */
  rowIndex: number;
}) {
  const shares = tieShares(rows);
  const tags = rows.filter((row) => !isOwnCampaigns(row));
  const chosenHere = tags.filter((row) => chosen.has(row.id)).length;
  return (
    <tbody data-target={`tier:${tier}`} data-aimed={isDropTarget || undefined}>
      <tr data-tier-heading={tier} aria-rowindex={rowIndex}>
        <th colSpan={columnCount} scope="rowgroup" className="wf-tier">
          <span className="flex items-center gap-2 text-xs text-muted">
            {isReadOnly || tags.length === 0 ? null : (
              <input
                type="checkbox"
                className="check ml-5.5"
                aria-label={`Select tier ${tier}`}
                checked={chosenHere === tags.length}
                ref={(box) => {
                  if (box) box.indeterminate = chosenHere > 0 && chosenHere < tags.length;
                }}
                onChange={(event) =>
                  actions.choose(
                    tags.map((row) => row.id),
                    event.currentTarget.checked,
                  )
                }
              />
            )}
            <span className={cx('font-semibold text-ink', !isReadOnly && tags.length === 0 && 'ml-5.5')}>
              Tier {tier}
            </span>
            {tags.length > 0 ? <span className="tnum">{countOf(tags.length, noun)}</span> : null}
          </span>
        </th>
      </tr>
      {partsOf(rows, { first, last }, pinnedId).map((part) =>
        'skipped' in part ? (
          <SkippedRows key={`skipped ${part.index}`} count={part.skipped} columnCount={columnCount} />
        ) : (
          <TierRow
            key={part.row.id}
            row={part.row}
            rowIndex={rowIndex + 1 + part.index}
            columns={columns}
            figures={figures?.get(part.row.tagId)}
            tieShare={shares.get(part.row.id)}
            isChosen={chosen.has(part.row.id)}
            isLifted={lifted?.has(part.row.id) ?? false}
            isLanding={landing === part.row.id}
            isReadOnly={isReadOnly}
            actions={actions}
            handleHelp={handleHelp}
          />
        ),
      )}
    </tbody>
  );
});
