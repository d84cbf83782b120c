import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Fragment } from 'react';
import { environments, waterfallRow } from '#model/index.ts';
import type { FormValues } from '../entities/formModel.ts';
import { formatExactMoney } from '../lib/format.ts';
import { cx } from '../ui/cx.ts';
import { InlineNumber } from './InlineNumber.tsx';
import { groupByTier, hindranceOf, type WaterfallListRow } from './waterfallModel.ts';

/** Which end of the relation is looked at from: a channel shows its tags, a tag its channels. */
export type WaterfallSide = 'channel' | 'tag';

const { tier, weight, floor } = waterfallRow.fields;

/** The rows of a waterfall, changed in place. From a channel they are grouped by tier. */
export function WaterfallTable({
  side,
  rows,
  isReadOnly,
  onChange,
  onRemove,
}: {
  side: WaterfallSide;
  rows: readonly WaterfallListRow[];
  isReadOnly: boolean;
  onChange: (row: WaterfallListRow, change: FormValues) => void;
  onRemove: (row: WaterfallListRow) => void;
}) {
  const groups = side === 'channel' ? groupByTier(rows) : [{ tier: null, rows: [...rows] }];
  return (
    <div className="overflow-x-auto rounded-lg border">
      <table className="w-full table-fixed text-sm [&_td]:h-10 [&_td]:border-t [&_td]:px-1.5 [&_th]:h-8 [&_th]:bg-sunken [&_th]:px-1.5 [&_th]:text-xs [&_th]:font-medium [&_th]:text-muted">
        <colgroup>
          <col className="w-12" />
          <col />
          <col className="w-20" />
          <col className="w-14" />
          <col className="w-16" />
          <col className="w-22" />
          {isReadOnly ? null : <col className="w-9" />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="text-left">
              <span className="pl-1.5">On</span>
            </th>
            <th scope="col" className="text-left">
              {side === 'channel' ? 'Tag' : 'Channel'}
            </th>
            <th
              scope="col"
              className="text-right"
              title={side === 'channel' ? 'CPM of the tag' : 'Floor CPM of the channel'}
            >
              {side === 'channel' ? 'Rate' : 'Its floor'}
            </th>
            <th scope="col" className="text-right" title={tier.help}>
              Tier
            </th>
            <th scope="col" className="text-right" title={weight.help}>
              Weight
            </th>
            <th scope="col" className="text-right" title={floor.help}>
              Floor
            </th>
            {isReadOnly ? null : (
              <th scope="col">
                <span className="sr-only">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.tier ?? 'all'}>
              {group.tier === null ? null : (
                <tr>
                  <th
                    colSpan={isReadOnly ? 6 : 7}
                    scope="colgroup"
                    className="h-7! border-t text-left text-2xs! text-muted"
                  >
                    <span className="pl-1.5 font-semibold text-ink">Tier {group.tier}</span>
                    <span className="tnum pl-2">{group.rows.length}</span>
                  </th>
                </tr>
              )}
              {group.rows.map((row) => (
                <Row
                  key={row.id}
                  side={side}
                  row={row}
                  isReadOnly={isReadOnly}
                  onChange={onChange}
                  onRemove={onRemove}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  side,
  row,
  isReadOnly,
  onChange,
  onRemove,
}: {
  side: WaterfallSide;
  row: WaterfallListRow;
  isReadOnly: boolean;
  onChange: (row: WaterfallListRow, change: FormValues) => void;
  onRemove: (row: WaterfallListRow) => void;
}) {
  const other =
    side === 'channel'
      ? { to: '/tags', id: row.tagId, name: row.tag?.name ?? `#${row.tagId}`, note: row.tag?.advertiserName }
      : {
          to: '/channels',
          id: row.channelId,
          name: row.channel?.name ?? `#${row.channelId}`,
          note: environments.find((each) => each.value === row.channel?.environment)?.label,
        };
  const hindrance = hindranceOf(row);
  const amount = side === 'channel' ? row.tag?.rate : row.channel?.floor;
  return (
    <tr className={cx(!row.isEnabled && 'text-muted')}>
      <td>
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={row.isEnabled}
          aria-label={`${other.name} is enabled`}
          disabled={isReadOnly}
          onClick={() => onChange(row, { isEnabled: !row.isEnabled })}
        />
      </td>
      <td>
        <span className="flex min-w-0 items-center gap-2">
          <span className="flex min-w-0 flex-1 flex-col">
            <Link to={other.to} search={{ open: other.id }} title={other.name} className="cell-link truncate leading-4">
              {other.name}
            </Link>
            {other.note ? (
              <span className="truncate text-2xs leading-4 text-muted" title={other.note}>
                {other.note}
              </span>
            ) : null}
          </span>
          {hindrance ? <span className="pill pill-warn shrink-0">{hindrance}</span> : null}
        </span>
      </td>
      <td className="tnum text-right">
        {formatExactMoney(amount)}
        {side === 'channel' && row.tag?.rateModel === 'dynamic' ? (
          <span className="block text-2xs leading-3 text-muted">dynamic</span>
        ) : null}
      </td>
      <td>
        <InlineNumber
          label={`Tier of ${other.name}`}
          field={tier}
          value={row.tier}
          isReadOnly={isReadOnly}
          onSave={(value) => onChange(row, { tier: value })}
        />
      </td>
      <td>
        <InlineNumber
          label={`Weight of ${other.name}`}
          field={weight}
          value={row.weight}
          isReadOnly={isReadOnly}
          onSave={(value) => onChange(row, { weight: value })}
        />
      </td>
      <td>
        <InlineNumber
          label={`Floor override of ${other.name}, USD CPM`}
          field={floor}
          value={row.floor}
          placeholder={row.channel?.floor ?? '–'}
          isReadOnly={isReadOnly}
          onSave={(value) => onChange(row, { floor: value })}
        />
      </td>
      {isReadOnly ? null : (
        <td className="text-center">
          <button
            type="button"
            className="cell-button"
            aria-label={`Remove ${other.name}`}
            onClick={() => onRemove(row)}
          >
            <X aria-hidden />
          </button>
        </td>
      )}
    </tr>
  );
}
