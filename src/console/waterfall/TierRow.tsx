import { GripVertical } from 'lucide-react';
import { memo } from 'react';
import { tag } from '#model/index.ts';
import type { ReportRow } from '#reports/index.ts';
import { useUser } from '../frame/session.ts';
import { formatExactMoney, formatMoney, formatShare } from '../lib/format.ts';
import { cx } from '../ui/cx.ts';
import { ChooseCell, EnabledCell, FigureCells, MenuCell, NameCell, NumberCell, type RowActions } from './RowCells.tsx';
import { isOwnCampaigns } from './ownCampaigns.ts';
import type { FigureColumn } from './useLastHours.ts';
import { isBidder, nameOf, type WaterfallListRow } from './waterfallModel.ts';
import { Link } from '@tanstack/react-router';
import { Badge } from '../ui/Badge.tsx';

/** Props of a row in a channel's waterfall; the row re-renders only when one of them changes. */
export interface TierRowProps {
  row: WaterfallListRow;
  /** Index among all table rows, from 1. */
  rowIndex: number;
  columns: readonly FigureColumn[];
  figures: ReportRow | undefined;
  /**
   * The fraction of requests in which it is called first among rows of equal rate; undefined when no other has its
   * rate.
   */
  tieShare: number | undefined;
  isChosen: boolean;
  /** True while it is being dragged. */
  isLifted: boolean;
  /** True when dragged rows would be dropped right above it. */
  isLanding: boolean;
  isReadOnly: boolean;
  actions: RowActions;
  /** ID of the sentence that explains the drag handle. */
  handleHelp: string;
}

/** One tag of a channel's waterfall. */
export const TierRow = memo(function TierRow({
  row,
  rowIndex,
  columns,
  figures,
  tieShare,
  isChosen,
  isLifted,
  isLanding,
  isReadOnly,
  actions,
  handleHelp,
}: TierRowProps) {
  const { hidesMoney } = useUser();
  const name = nameOf(row, 'channel');
  const isOwn = isOwnCampaigns(row);
  const cell = { row, name, isReadOnly, actions };
  const share =
    tieShare === undefined
      ? undefined
      : `Called first among tags with the same rate for ${formatShare(tieShare)} of requests`;
  return (
    <tr
      data-row={row.id}
      aria-rowindex={rowIndex}
      className={cx(
        !row.isEnabled && 'text-muted',
        isChosen && 'bg-selected',
        isLifted && 'opacity-50',
        isLanding && 'wf-landing',
      )}
    >
      {isReadOnly ? null : (
        <td className="px-0! pl-1!">
          <span className="flex items-center">
            <button
              type="button"
              data-grip={row.id}
              aria-label={`Move ${name}`}
              aria-describedby={handleHelp}
              aria-pressed={isLifted}
              className="cell-button shrink-0 cursor-grab touch-none active:cursor-grabbing"
            >
              <GripVertical aria-hidden />
            </button>
            {isOwn ? null : <ChooseCell name={name} id={row.id} isChosen={isChosen} actions={actions} />}
          </span>
        </td>
      )}
      <td>{isOwn ? null : <EnabledCell {...cell} />}</td>
      <td>{isOwn ? <OwnCampaignsName /> : <NameCell row={row} side="channel" />}</td>
      {hidesMoney ? null : (
        <td className="tnum text-right">
          {isBidder(row) ? (
            <span className="text-muted">{tag.fields.rate.elsewhere}</span>
          ) : (
            <span title={formatExactMoney(row.tag?.rate)}>{formatMoney(row.tag?.rate)}</span>
          )}
          {!isBidder(row) && row.tag?.rateModel === 'dynamic' ? (
            <span className="block text-2xs leading-3 text-muted">dynamic</span>
          ) : null}
        </td>
      )}
      <td title={share}>
        {isOwn ? null : <NumberCell {...cell} field="weight" />}
        {tieShare === undefined ? null : <span className="sr-only">{share}</span>}
      </td>
      {hidesMoney ? null : <td>{isOwn ? null : <NumberCell {...cell} field="floor" />}</td>}
      <FigureCells columns={columns} figures={figures} />
      {isReadOnly ? null : (
        <td className="text-center">
          <MenuCell name={name} id={row.id} actions={actions} />
        </td>
      )}
    </tr>
  );
});

/** The name cell of the account's own campaigns in a waterfall, which compete for its impressions with their bids. */
function OwnCampaignsName() {
  return (
    <span className="flex min-w-0 flex-col">
      <Link to="/campaigns" className="cell-link truncate leading-4">
        Own campaigns
      </Link>
      <span className="flex min-w-0 items-center gap-2">
        <Badge className="h-4! shrink-0">DSP</Badge>
        <span className="truncate text-2xs leading-4 text-muted">Campaigns that run in this channel</span>
      </span>
    </span>
  );
}
