import type { EntityName } from '#model/index.ts';
import type { DimensionKey } from './dimensions.ts';

const dimensionByEntity: Partial<Record<EntityName, DimensionKey>> = {
  tag: 'tag',
  channel: 'channel',
  advertiser: 'advertiser',
  subpublisher: 'subpublisher',
  demand: 'account',
  supplier: 'supplier',
  adexchange: 'adexchange',
  campaign: 'campaign',
  creative: 'own_creative',
  deal: 'deal',
};

/** The report dimension that groups by an entity; its values are ids of rows, of deals the deal IDs. */
export function dimensionOfEntity(entity: string): DimensionKey | undefined {
  return dimensionByEntity[entity as EntityName];
}
