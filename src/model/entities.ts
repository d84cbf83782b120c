import { advertiser } from './advertiser.ts';
import { channel } from './channel.ts';
import { demandAccount } from './demandAccount.ts';
import type { Entity, RowOf } from './entity.ts';
import { subpublisher } from './subpublisher.ts';
import { tag } from './tag.ts';
import { user } from './user.ts';
import { waterfallRow } from './waterfallRow.ts';

/** Every entity of the product by name, parents before children. */
export const entities = {
  demand: demandAccount,
  user,
  advertiser,
  subpublisher,
  tag,
  channel,
  waterfallRow,
} as const satisfies Record<string, Entity>;

/** Name of an entity. */
export type EntityName = keyof typeof entities;

export type DemandAccountRow = RowOf<typeof demandAccount>;
export type UserRow = RowOf<typeof user>;
export type AdvertiserRow = RowOf<typeof advertiser>;
export type SubpublisherRow = RowOf<typeof subpublisher>;
export type TagRow = RowOf<typeof tag>;
export type ChannelRow = RowOf<typeof channel>;
export type WaterfallRow = RowOf<typeof waterfallRow>;

/** The row type of each entity by name. */
export interface RowByName {
  demand: DemandAccountRow;
  user: UserRow;
  advertiser: AdvertiserRow;
  subpublisher: SubpublisherRow;
  tag: TagRow;
  channel: ChannelRow;
  waterfallRow: WaterfallRow;
}

/** All entities, parents before children. */
export const entityList: readonly Entity[] = Object.values(entities);

/** The entity of a name; undefined for an unknown one. */
export function entityNamed(name: string): Entity | undefined {
  return entityList.find((entity) => entity.name === name);
}
