import { channel, type DynamicFloors as Floors } from '#model/index.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { formatExactMoney, formatMoney } from '../../lib/format.ts';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { marketLabel } from './marketLabel.ts';

/** Maximum markets shown, highest floors first. */
const maxShown = 20;

/** The current dynamic floors of a channel by market; nothing for a static floor. */
export function DynamicFloors({ row }: { row: EntityRow }) {
  if (row['floorMode'] !== 'dynamic') return null;
  const floors = Object.entries((row['dynamicFloors'] ?? {}) as Floors);
  floors.sort(([, one], [, other]) => Number(other) - Number(one));
  const rest = floors.length - maxShown;
  return (
    <FormSection
      title={channel.fields.dynamicFloors.label}
      description="Minimum CPM of bids, by country and device type. All other requests use the demand floor."
    >
      {floors.length === 0 ? (
        <p className="text-xs text-muted">No dynamic floors yet. All requests use the demand floor.</p>
      ) : (
        <ul className="divide-y rounded-md border text-sm">
          {floors.slice(0, maxShown).map(([market, floor]) => (
            <li key={market} className="flex justify-between gap-3 px-3 py-1.5">
              <span>{marketLabel(market)}</span>
              <span className="tnum" title={formatExactMoney(floor)}>
                {formatMoney(floor)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 ? <p className="text-xs text-muted">{rest} more markets with lower floors</p> : null}
    </FormSection>
  );
}
