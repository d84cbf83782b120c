import { type Entity, type EntityName, entities, type RowByName } from '#model/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { ListedRow, WaterfallDisplay } from '../contract.ts';

/** Adds the names of the rows that references point to, archived ones included; and what a waterfall row shows. */
export async function withNames<N extends EntityName>(
  store: EntityStore,
  name: N,
  rows: readonly RowByName[N][],
  scope: Scope,
): Promise<ListedRow<RowByName[N]>[]> {
  const entity: Entity = entities[name];
  const references: [field: string, target: EntityName][] = Object.entries(entity.fields)
    .filter(([, field]) => field.kind === 'reference' && field.target !== undefined)
    .map(([field, { target }]) => [field, target as EntityName]);
  if (entity.ownedBy !== 'platform') references.push(['demandId', 'demand']);
  const namesOf = new Map<string, Map<number, string>>();
  for (const [field, target] of references) {
    const ids = rows.map((row) => idIn(row, field)).filter((id) => id !== null);
    const named = await store.listNames(target, { scope, ids, isArchivedShown: true });
    namesOf.set(field, new Map(named.map((each) => [each.id, each.name])));
  }
  const displays =
    name === 'waterfallRow'
      ? await waterfallDisplays(store, rows as readonly RowByName['waterfallRow'][], scope)
      : null;
  return rows.map((row) => {
    const names: Record<string, string> = {};
    for (const [field, byId] of namesOf) {
      const label = byId.get(idIn(row, field) ?? 0);
      if (label !== undefined) names[field] = label;
    }
    return { ...row, names, ...displays?.get(row.id) };
  });
}

function idIn(row: object, field: string): number | null {
  const value: unknown = Reflect.get(row, field);
  return typeof value === 'number' ? value : null;
}

async function waterfallDisplays(
  store: EntityStore,
  rows: readonly RowByName['waterfallRow'][],
  scope: Scope,
): Promise<Map<number, WaterfallDisplay>> {
  const tags = byId(
    await store.getMany(
      'tag',
      rows.map((row) => row.tagId),
      scope,
    ),
  );
  const channels = byId(
    await store.getMany(
      'channel',
      rows.map((row) => row.channelId),
      scope,
    ),
  );
  const advertisers = byId(
    await store.getMany(
      'advertiser',
      [...tags.values()].map((tag) => tag.advertiserId),
      scope,
    ),
  );
  const displays = new Map<number, WaterfallDisplay>();
  for (const row of rows) {
    const tag = tags.get(row.tagId);
    const channel = channels.get(row.channelId);
    const advertiser = advertisers.get(tag?.advertiserId ?? 0);
    if (!tag || !channel || !advertiser) continue;
    displays.set(row.id, {
      tag: {
        name: tag.name,
        uid: tag.uid,
        status: tag.status,
        source: tag.source,
        rateModel: tag.rateModel,
        rate: tag.rate,
        advertiserId: tag.advertiserId,
        advertiserName: advertiser.name,
        advertiserStatus: advertiser.status,
      },
      channel: {
        name: channel.name,
        uid: channel.uid,
        status: channel.status,
        environment: channel.environment,
        floor: channel.floor,
      },
    });
  }
  return displays;
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
