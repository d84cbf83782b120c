import { environments, tag, type Usd } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { asText } from '../entities/form/asText.ts';
import { integrationLabel } from '#model/reference/integrations.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { statusName } from '../entities/statusLabels.ts';
import { formatExactMoney, formatMoney } from '../lib/format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import type { WaterfallListRow, WaterfallSide } from './waterfallModel.ts';

/** The candidates of a waterfall with checkboxes. */
export function CandidateList({
  side,
  noun,
  rows,
  attached,
  isChosen,
  onToggle,
  state,
  onRetry,
  onMore,
  isLoadingMore,
}: {
  side: WaterfallSide;
  noun: { label: string; pluralLabel: string };
  rows: readonly EntityRow[];
  /** Stored rows by the ID of the other side. */
  attached: ReadonlyMap<number, WaterfallListRow>;
  isChosen: (id: number) => boolean;
  onToggle: (rows: readonly { id: number; name: string }[], isChosen: boolean) => void;
  state: 'loading' | 'ready' | 'failed';
  onRetry: () => void;
  /** Fetches the next page; null when there is none. */
  onMore: (() => void) | null;
  isLoadingMore: boolean;
}) {
  const { hidesMoney } = useUser();
  const many = noun.pluralLabel.toLowerCase();
  if (state === 'failed') return <ErrorState title={`The ${many} could not be loaded`} onRetry={onRetry} />;
  if (rows.length === 0) {
    return state === 'loading' ? (
      <div className="flex flex-col gap-2 p-5" aria-busy>
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    ) : (
      <EmptyState title={`No ${many} here`} text="No matches for the search and filters." />
    );
  }
  const named = rows.map((row) => ({ id: row.id, name: row.name ?? `#${row.id}` }));
  const count = named.filter((row) => isChosen(row.id)).length;
  return (
    <>
      <table
        aria-label={`${noun.pluralLabel} to attach`}
        className="w-full table-fixed text-sm [&_td]:h-10 [&_td]:border-b [&_td]:px-2 [&_th]:h-8 [&_th]:border-b [&_th]:bg-sunken [&_th]:px-2 [&_th]:text-xs [&_th]:font-medium [&_th]:text-muted"
      >
        <colgroup>
          <col className="w-12" />
          <col />
          <col className="w-44" />
          <col className="w-24" />
          {hidesMoney ? null : <col className="w-24" />}
          <col className="w-24" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="text-right">
              <label className="inline-flex size-6 items-center justify-center">
                <input
                  type="checkbox"
                  className="check"
                  aria-label={`Select all ${many} shown`}
                  checked={count === rows.length}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && count < rows.length;
                  }}
                  onChange={(event) => onToggle(named, event.currentTarget.checked)}
                />
              </label>
            </th>
            <th scope="col" className="text-left">
              {noun.label}
            </th>
            <th scope="col" className="text-left">
              {side === 'channel' ? 'Advertiser' : 'Sub-publisher'}
            </th>
            <th scope="col" className="text-left">
              {side === 'channel' ? 'Status' : 'Environment'}
            </th>
            {hidesMoney ? null : (
              <th scope="col" className="text-right">
                {side === 'channel' ? 'Rate' : 'Floor'}
              </th>
            )}
            <th scope="col" className="text-left">
              Attached
            </th>
          </tr>
        </thead>
        <tbody>
          {named.map(({ id, name }, index) => {
            const row = rows[index];
            const partner = row?.names?.[side === 'channel' ? 'advertiserId' : 'subpublisherId'];
            const environment = environments.find((each) => each.value === row?.['environment'])?.label;
            return (
              <tr
                key={id}
                className="cursor-pointer hover:bg-hover"
                onClick={({ target }) => {
                  // The checkbox reports its own clicks.
                  if (target instanceof Element && target.closest('label')) return;
                  onToggle([{ id, name }], !isChosen(id));
                }}
              >
                <td className="text-right">
                  <label className="inline-flex size-6 items-center justify-center">
                    <input
                      type="checkbox"
                      className="check"
                      aria-label={name}
                      checked={isChosen(id)}
                      onChange={(event) => onToggle([{ id, name }], event.currentTarget.checked)}
                    />
                  </label>
                </td>
                <td className="font-medium" title={name}>
                  <span className="flex min-w-0 items-center gap-2">
                    <span className="truncate">{name}</span>
                    {side === 'channel' ? (
                      <Badge className="shrink-0">{integrationLabel(asText(row?.['integration']))}</Badge>
                    ) : null}
                  </span>
                </td>
                <td className="truncate text-muted" title={partner}>
                  {partner ?? '–'}
                </td>
                <td>{side === 'channel' ? <StatusPill status={statusName(row?.status)} /> : environment}</td>
                {hidesMoney ? null : (
                  <td className="tnum text-right">
                    {side === 'channel' && row?.['integration'] !== 'VAST' ? (
                      <span className="text-muted">{tag.fields.rate.elsewhere}</span>
                    ) : (
                      <span title={formatExactMoney(priceOf(row, side))}>{formatMoney(priceOf(row, side))}</span>
                    )}
                  </td>
                )}
                <td className="tnum text-muted">{attached.has(id) ? `Tier ${attached.get(id)?.tier}` : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {onMore ? (
        <div className="flex justify-center py-3">
          <Button variant="ghost" loading={isLoadingMore} onClick={onMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The price of a candidate: the rate of a tag, the floor of a channel. */
function priceOf(row: EntityRow | undefined, side: WaterfallSide): Usd | undefined {
  return row?.[side === 'channel' ? 'rate' : 'floor'] as Usd | undefined;
}
