import { adexchange } from '../demand/adexchange.ts';
import { advertiser } from '../demand/advertiser.ts';
import { appList } from '../lists/appList.ts';
import { campaign } from '../demand/campaign.ts';
import { channel } from '../supply/channel.ts';
import { customRole } from '../account/customRole.ts';
import { creative } from '../demand/creative.ts';
import { creList } from '../lists/creList.ts';
import { deal } from '../demand/deal.ts';
import { demandAccount } from '../account/demandAccount.ts';
import type { Entity, RowOf } from './entity.ts';
import { exchangeRate } from '../money/exchangeRate.ts';
import { pixel } from '../verification/pixel.ts';
import { pubList } from '../lists/pubList.ts';
import { sdkApp } from '../sdk/sdkApp.ts';
import { sdkConfig } from '../sdk/sdkConfig.ts';
import { sdkPlacement } from '../sdk/sdkPlacement.ts';
import { subpublisher } from '../supply/subpublisher.ts';
import { supplier } from '../supply/supplier.ts';
import { tag } from '../demand/tag.ts';
import { targeting } from '../targeting/targeting.ts';
import { tooltip } from '../account/tooltip.ts';
import { manager, partnerLogin, user } from '../account/user.ts';
import { waterfallRow } from '../supply/waterfallRow.ts';

/** All entities by name: parents before children, parts after their whole. */
export const entities = {
  demand: demandAccount,
  role: customRole,
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
  ivt: pixel,
  sdkApp,
  sdkPlacement,
  sdkConfig,
  tooltip,
  exchangeRate,
} as const satisfies Record<string, Entity>;

export type EntityName = keyof typeof entities;

export type DemandAccountRow = RowOf<typeof demandAccount>;
export type CustomRoleRow = RowOf<typeof customRole>;
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
export type PixelRow = RowOf<typeof pixel>;
export type SdkAppRow = RowOf<typeof sdkApp>;
export type SdkPlacementRow = RowOf<typeof sdkPlacement>;
export type SdkConfigRow = RowOf<typeof sdkConfig>;
export type ExchangeRateRow = RowOf<typeof exchangeRate>;

/** The row type of each entity. */
export type RowByName = { [N in EntityName]: RowOf<(typeof entities)[N]> };

/** All entities, parents before children. */
export const entityList: readonly Entity[] = Object.values(entities);

/** The entity with a name; undefined for unknown names. */
export function entityNamed(name: string): Entity | undefined {
  return entityList.find((entity) => entity.name === name);
}
