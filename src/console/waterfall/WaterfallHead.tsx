import { waterfallRow } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { cx } from '../ui/cx.ts';
import type { FigureColumn, LastHoursFigures } from './useLastHours.ts';
import type { WaterfallSide } from './waterfallModel.ts';

const { tier, weight, floor } = waterfallRow.fields;

/** Number of columns of a waterfall table. Users who do not see money have no column of rates and floors. */
export function countColumns(
  side: WaterfallSide,
  columns: readonly FigureColumn[],
  { isReadOnly, hidesMoney }: { isReadOnly: boolean; hidesMoney?: true | undefined },
): number {
  return (side === 'channel' ? 5 : 6) + columns.length + (isReadOnly ? 0 : 2) - (hidesMoney ? 2 : 0);
}

/** The headings of a waterfall table, pinned below the tabs while it scrolls. */
export function WaterfallHead({
  side,
  figures,
  isReadOnly,
  chosen,
  onChooseAll,
}: {
  side: WaterfallSide;
  figures: LastHoursFigures;
  isReadOnly: boolean;
  chosen: 'none' | 'some' | 'all';
  onChooseAll: (isChosen: boolean) => void;
}) {
  const { hidesMoney } = useUser();
  return (
    <>
      <colgroup>
        {isReadOnly ? null : <col className={side === 'channel' ? 'w-15' : 'w-9'} />}
        <col className="w-12" />
        <col />
        {hidesMoney ? null : <col className={side === 'channel' ? 'w-19' : 'w-24'} />}
        {side === 'tag' ? <col className="w-14" /> : null}
        <col className="w-15" />
        {hidesMoney ? null : <col className="w-20" />}
        {figures.columns.map(({ key }) => (
          <col key={key} className="wf-figure-col w-17" />
        ))}
        {isReadOnly ? null : <col className="w-9" />}
      </colgroup>
      <thead>
        <tr>
          {isReadOnly ? null : (
            <th scope="col" className={cx('px-0! text-left', side === 'channel' ? 'pl-7!' : 'pl-2!')}>
              <label className="inline-flex size-6 items-center justify-center align-middle">
                <input
                  type="checkbox"
                  className="check"
                  aria-label={side === 'channel' ? 'Select all tags' : 'Select all channels'}
                  checked={chosen === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen === 'some';
                  }}
                  onChange={(event) => onChooseAll(event.currentTarget.checked)}
                />
              </label>
            </th>
          )}
          <th scope="col" className="text-left">
            On
          </th>
          <th scope="col" className="text-left">
            {side === 'channel' ? 'Tag' : 'Channel'}
          </th>
          {hidesMoney ? null : (
            <th
              scope="col"
              className="text-right"
              title={side === 'channel' ? 'Rate of the tag, CPM' : 'Floor of the channel, CPM'}
            >
              {side === 'channel' ? 'Rate' : 'Channel floor'}
            </th>
          )}
          {side === 'tag' ? (
            <th scope="col" className="text-right" title={tier.help}>
              Tier
            </th>
          ) : null}
          <th scope="col" className="text-right" title={weight.help}>
            Weight
          </th>
          {hidesMoney ? null : (
            <th scope="col" className="text-right" title={floor.help}>
              {side === 'channel' ? 'Floor' : 'Override'}
            </th>
          )}
          {figures.columns.map(({ key, heading, label, definition }) => (
            <th
              key={key}
              scope="col"
              className="wf-figure text-right"
              title={`${label}, since ${figures.since}. ${definition}`}
            >
              {heading}
            </th>
          ))}
          {isReadOnly ? null : (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}
