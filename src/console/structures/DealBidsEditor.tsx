import { useEffect } from 'react';
import type { DealBids } from '#model/buying/shapes.ts';
import { WarningHint } from '../entities/form/WarningHint.tsx';
import { formatExactMoney, formatMoney } from '../lib/format.ts';
import { useSharedList } from '../lib/lists.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';
import { NumberField } from '../ui/field/NumberField.tsx';
import { isBelow } from './isBelow.ts';
import type { StructureProps } from './StructureProps.ts';
import { useBoughtDeals } from './useBoughtDeals.ts';

const row = 'grid grid-cols-[14rem_5rem_1fr] gap-3';

/** A campaign's bids per deal: one row for each selected deal, with its minimum. */
export function DealBidsEditor({
  value,
  onChange,
  isReadOnly,
  faults = {},
  dealIds,
  bid,
}: StructureProps<DealBids> & {
  /** The deals selected in the field beside. */
  dealIds: readonly number[];
  /** The campaign's bid where no other is set: CPM in USD as typed. */
  bid: string;
}) {
  const deals = useBoughtDeals(dealIds.length > 0);
  const { data: names = [] } = useSharedList('deals', dealIds.length > 0);
  // Removing a deal removes its bid.
  useEffect(() => {
    const remaining = Object.entries(value).filter(([id]) => dealIds.includes(Number(id)));
    if (!isReadOnly && remaining.length < Object.keys(value).length) onChange(Object.fromEntries(remaining));
  }, [dealIds, value, isReadOnly, onChange]);
  if (dealIds.length === 0) {
    return (
      <p className="rounded-md border border-dashed px-3 py-4 text-center text-sm text-muted">
        Select a deal to set its bid.
      </p>
    );
  }
  return (
    <ul aria-label="Bids by deal" className="flex flex-col gap-2">
      <li aria-hidden className={`${row} text-xs text-muted`}>
        <span>Deal</span>
        <span className="text-right">Deal price</span>
        <span>Bid</span>
      </li>
      {dealIds.map((id) => {
        const deal = deals?.get(id);
        const name = names.find((each) => each.id === id)?.name ?? deal?.name ?? `#${id}`;
        const own = value[id] ?? '';
        const isTooLow = deal !== undefined && isBelow(own === '' ? bid : own, deal.floor);
        return (
          <li key={id} className={`${row} items-start`}>
            <span className="flex min-h-8 items-center text-sm break-words">{name}</span>
            <span
              className="tnum flex min-h-8 items-center justify-end text-sm"
              title={deal ? formatExactMoney(deal.floor) : undefined}
            >
              {deal ? formatMoney(deal.floor) : '–'}
            </span>
            <Field
              labelHidden
              label={`Bid for ${name}`}
              error={faults[String(id)]}
              hint={
                isTooLow ? (
                  <span className="flex items-center gap-2">
                    <WarningHint warning="Below the deal price" />
                    {isReadOnly ? null : (
                      <Button size="sm" onClick={() => onChange(withBid(value, id, deal.floor))}>
                        Use deal price
                      </Button>
                    )}
                  </span>
                ) : undefined
              }
            >
              <NumberField
                name={`dealBids.${id}`}
                value={own}
                prefix="$"
                readOnly={isReadOnly}
                placeholder={bid}
                onChange={(text) => onChange(withBid(value, id, text))}
              />
            </Field>
          </li>
        );
      })}
    </ul>
  );
}

function withBid(bids: DealBids, id: number, text: string): DealBids {
  const { [id]: _, ...others } = bids;
  return text === '' ? others : { ...others, [id]: text };
}
