import type { CampaignRow, TagRow } from '#model/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { Named } from './whyContract.ts';

/** The names of channels, suppliers and candidates by id. */
export interface Names {
  channel(id: number): Named;
  supplier(id: number): Named;
  /** The candidate with an id in auctions: a tag, an ad exchange or own campaigns. */
  tag(id: number): Named;
  campaign(id: number): Named;
  /** The stored row; null when it is outside the scope. */
  tagRow(id: number): TagRow | null;
  campaignRow(id: number): CampaignRow | null;
}

/** Looks up the names of a scope's rows, archived ones included; rows outside the scope have none. */
export async function namesFor(
  entities: Pick<EntityStore, 'getMany'>,
  scope: Scope,
  ids: {
    channels?: readonly number[];
    suppliers?: readonly number[];
    /** Ids of candidates. */
    tags?: readonly number[];
    campaigns?: readonly number[];
  },
): Promise<Names> {
  const rowsOf = async <N extends 'channel' | 'supplier' | 'tag' | 'adexchange' | 'campaign'>(
    entity: N,
    wanted: readonly number[] = [],
  ) => {
    const known = [...new Set(wanted)].filter((id) => id > 0);
    const rows = known.length === 0 ? [] : await entities.getMany(entity, known, scope);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const [channels, suppliers, tags, exchanges, campaigns] = await Promise.all([
    rowsOf('channel', ids.channels),
    rowsOf('supplier', ids.suppliers),
    rowsOf('tag', ids.tags),
    rowsOf(
      'adexchange',
      ids.tags?.map((id) => -id),
    ),
    rowsOf('campaign', ids.campaigns),
  ]);
  return {
    channel: (id) => ({ id, name: channels.get(id)?.name ?? null }),
    supplier: (id) => ({ id, name: suppliers.get(id)?.name ?? null }),
    tag(id) {
      if (id === 0) return { id, name: 'Own campaigns' };
      return { id, name: (id > 0 ? tags.get(id) : exchanges.get(-id))?.name ?? null };
    },
    campaign: (id) => ({ id, name: campaigns.get(id)?.name ?? null }),
    campaignRow: (id) => campaigns.get(id) ?? null,
    tagRow: (id) => tags.get(id) ?? null,
  };
}
