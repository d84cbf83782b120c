import { adexchange } from './adexchange.ts';
import { advertiser } from './advertiser.ts';
import { appList } from './appList.ts';
import { campaign } from './campaign.ts';
import { channel } from './channel.ts';
import { creative } from './creative.ts';
import { creList } from './creList.ts';
import { deal } from './deal.ts';
import { demandAccount } from './demandAccount.ts';
import type { Entity, RowOf } from './entity.ts';
import { exchangeRate } from './exchangeRate.ts';
import { ivt } from './ivt.ts';
import { pubList } from './pubList.ts';
import { sdkApp } from './sdkApp.ts';
import { sdkConfig } from './sdkConfig.ts';
import { sdkPlacement } from './sdkPlacement.ts';
import { subpublisher } from './subpublisher.ts';
import { supplier } from './supplier.ts';
import { tag } from './tag.ts';
import { targeting } from './targeting.ts';
import { tooltip } from './tooltip.ts';
import { manager, partnerLogin, user } from './user.ts';
import { waterfallRow } from './waterfallRow.ts';

/** Every entity of the product by name, parents before children, and parts after what they are part of. */
export const entities = {
  demand: demandAccount,
  advertiser,
  subpublisher,
  user,
  manager,
  login: partnerLogin,
  tag,
  channel,
  waterfallRow,
  supplier,
  adexchange,
  campaign,
  creative,
  deal,
  targeting,
  appList,
  creList,
  pubList,
  ivt,
  sdkApp,
  sdkPlacement,
  sdkConfig,
  tooltip,
  exchangeRate,
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
export type SupplierRow = RowOf<typeof supplier>;
export type AdexchangeRow = RowOf<typeof adexchange>;
export type CampaignRow = RowOf<typeof campaign>;
export type CreativeRow = RowOf<typeof creative>;
export type DealRow = RowOf<typeof deal>;
export type TargetingRow = RowOf<typeof targeting>;
export type PixelRow = RowOf<typeof ivt>;
export type SdkAppRow = RowOf<typeof sdkApp>;
export type SdkPlacementRow = RowOf<typeof sdkPlacement>;
export type SdkConfigRow = RowOf<typeof sdkConfig>;
export type ExchangeRateRow = RowOf<typeof exchangeRate>;

/** The row type of each entity by name. */
export type RowByName = { [N in EntityName]: RowOf<(typeof entities)[N]> };

/** All entities, parents before children. */
export const entityList: readonly Entity[] = Object.values(entities);

/** The entity of a name; undefined for an unknown one. */
export function entityNamed(name: string): Entity | undefined {
  return entityList.find((entity) => entity.name === name);
}
