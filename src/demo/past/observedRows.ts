import type { FactRow } from '#events/load/factRows.ts';
import type { ObservedCreative, ObservedInventory, Origin } from '#events/record/records.ts';
import type { DemoChannel } from '../demoChannels.ts';
import { pastInventory } from '../demoInventory.ts';
import type { AudiencePart } from './pastAudiences.ts';

/** Rows that record a channel's sites, apps, publisher and creatives as observed at a time, and count nothing. */
export function observedRows(
  plan: DemoChannel,
  origin: Pick<Origin, 'demandId' | 'channelId' | 'subpublisherId' | 'environment'>,
  {
    at,
    parts,
    creatives,
  }: {
    at: number;
    parts: readonly AudiencePart[];
    /** The observed creatives by key. */
    creatives: ReadonlyMap<string, ObservedCreative>;
  },
): FactRow[] {
  const { demandId, channelId, subpublisherId, environment } = origin;
  const row = (columns: Partial<FactRow>, observed: ObservedInventory): FactRow => ({
    at,
    kind: 'observation',
    verdict: 'counted',
    demandId,
    channelId,
    subpublisherId,
    environment,
    ...columns,
    observations: JSON.stringify(observed),
  });
  const places = new Map(parts.map((part) => [`${part.site} ${part.app}`, part]));
  return [
    ...[...places.values()].map(({ site, app, publisher }) =>
      row(
        { site: site || undefined, app: app || undefined, publisher: publisher || undefined },
        pastInventory(plan, { ...origin, site, app, publisher }, null),
      ),
    ),
    ...[...creatives].map(([creative, observed]) => row({ creative }, { creative: observed })),
  ];
}
