import { type SQL, sql } from 'drizzle-orm';
import { contentFields } from '#model/buying/contentFields.ts';
import { mediaTypesOfCreative } from '#model/buying/mediaTypesOfCreative.ts';
import type { ScanState } from '#model/scan/scanFinding.ts';
import type { Connection } from './database.ts';

/** The data that determines whether an active campaign can bid. Days are YYYY-MM-DD, money nano-USD as text. */
export interface CampaignStateRow {
  id: number;
  /** Hours from UTC of its account: the zone of its days. */
  timezone: number;
  /** ISO 8601. */
  createdAt: string;
  startDate: string | null;
  endDate: string | null;
  budgetBy: 'spend' | 'impressions';
  spendTotal: string | null;
  spendPerDay: string | null;
  impsTotal: number | null;
  impsPerDay: number | null;
  /** ISO 8601; null while it is not capped. */
  cappedUntil: string | null;
  advertiserName: string;
  isAdvertiserActive: boolean;
  /** Its creatives, the active ones of its type, and the drafts and approved ones of these. */
  creatives: number;
  fitting: number;
  drafts: number;
  approved: number;
  /** Approved ones that their scan blocks. */
  blocked: number;
  /** Whether it also bids without a deal, and the number of active deals under which it may bid. */
  isOpenMarket: boolean;
  deals: number;
  /** Names of those deals whose price is above its bid under them. */
  tooHigh: string[];
}

/** The data that determines whether an active creative is shown. */
export interface CreativeStateRow {
  id: number;
  timezone: number;
  startDate: string | null;
  endDate: string | null;
  type: string;
  review: 'pending' | 'approved' | 'rejected';
  reviewNote: string;
  scan: ScanState;
  /** Whether it has no file, VAST or markup yet. */
  isDraft: boolean;
  /** Campaigns that have it, without archived ones. */
  campaigns: number;
}

/** The data that determines whether an active deal can be used. */
export interface DealStateRow {
  id: number;
  timezone: number;
  startDate: string | null;
  endDate: string | null;
  side: 'buy' | 'sell';
  /** Null = not limited to one supplier. */
  supplierName: string | null;
  isSupplierActive: boolean;
  /** Campaigns that bid under it, or the bidders to which it is offered, without archived ones. */
  buyers: number;
}

const fits = sql.join(
  Object.entries(mediaTypesOfCreative).flatMap(([type, forms]) => forms.map((form) => sql`(${form}, ${type})`)),
  sql`, `,
);

/** Whether the content of a creative is missing, by its field. */
const emptySql = {
  files: 'jsonb_array_length(creative.files) = 0',
  vastUrl: `creative.vast_url = ''`,
  vastXml: `creative.vast_xml = ''`,
  markup: `creative.markup = ''`,
};

/** Whether a creative is a draft. */
const isDraftSql = sql.raw(
  `case creative.type ${Object.entries(contentFields)
    .map(([type, field]) => `when '${type}' then ${emptySql[field]}`)
    .join(' ')} end`,
);

const cappedUntilSql = sql.raw(`to_char(campaign.capped_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/** The state data of the active campaigns among these ids. */
export async function readCampaignStateRows(
  connection: Connection,
  ids: readonly number[],
): Promise<CampaignStateRow[]> {
  const { rows } = await connection.execute<Record<keyof CampaignStateRow, unknown>>(sql`
    with chosen as (select * from campaigns where id = any(${listOf(ids)}) and status = 1),
    shown as (
      select chosen.id, (count(*) filter (where creative.status = 1 and is_fit))::int as fitting,
        (count(*) filter (where creative.status = 1 and is_fit and ${isDraftSql}))::int as drafts,
        (count(*) filter (where creative.status = 1 and is_fit and creative.review = 'approved'))::int as approved,
        (count(*) filter (where creative.status = 1 and is_fit and creative.review = 'approved'
          and creative.scan = 'blocked'))::int as blocked
      from chosen cross join lateral jsonb_array_elements_text(chosen.creative_ids) as used(id)
      join creatives creative on creative.id = used.id::int
      cross join lateral (select (chosen.type, creative.type) in (${fits}) as is_fit) as fit
      group by 1),
    bought as (
      select chosen.id, count(*)::int as deals,
        coalesce(jsonb_agg(deal.name order by deal.name) filter (where deal.floor >
          coalesce((chosen.deal_bids ->> deal.id::text)::numeric * 1000000000, chosen.bid)), '[]') as "tooHigh"
      from chosen cross join lateral jsonb_array_elements_text(chosen.deal_ids) as used(id)
      join deals deal on deal.id = used.id::int and deal.status = 1 and deal.side = 'buy'
      group by 1)
    select campaign.id, account.timezone, campaign.created_at::text as "createdAt",
      campaign.start_date::text as "startDate", campaign.end_date::text as "endDate",
      campaign.budget_by as "budgetBy", campaign.spend_total::text as "spendTotal",
      campaign.spend_per_day::text as "spendPerDay", campaign.imps_total as "impsTotal",
      campaign.imps_per_day as "impsPerDay", ${cappedUntilSql} as "cappedUntil",
      advertiser.name as "advertiserName", advertiser.status = 1 as "isAdvertiserActive",
      jsonb_array_length(campaign.creative_ids) as creatives, coalesce(shown.fitting, 0) as fitting,
      coalesce(shown.drafts, 0) as drafts, coalesce(shown.approved, 0) as approved, coalesce(shown.blocked, 0) as blocked, campaign.is_open_market as "isOpenMarket",
      coalesce(bought.deals, 0) as deals, coalesce(bought."tooHigh", '[]') as "tooHigh"
    from chosen campaign
    join advertisers advertiser on advertiser.id = campaign.advertiser_id
    join demands account on account.id = campaign.demand_id
    left join shown on shown.id = campaign.id
    left join bought on bought.id = campaign.id`);
  return rows as unknown as CampaignStateRow[];
}

/** The state data of the active creatives among these ids. */
export async function readCreativeStateRows(
  connection: Connection,
  ids: readonly number[],
): Promise<CreativeStateRow[]> {
  const { rows } = await connection.execute<Record<keyof CreativeStateRow, unknown>>(sql`
    with uses as (
      select used.id::int as id, count(*)::int as campaigns
      from campaigns cross join lateral jsonb_array_elements_text(creative_ids) as used(id)
      where status <> 2 and demand_id in (select demand_id from creatives where id = any(${listOf(ids)}))
      group by 1)
    select creative.id, account.timezone, creative.start_date::text as "startDate", creative.end_date::text as "endDate",
      creative.type, creative.review, creative.review_note as "reviewNote", creative.scan,
      ${isDraftSql} as "isDraft", coalesce(uses.campaigns, 0) as campaigns
    from creatives creative
    join demands account on account.id = creative.demand_id
    left join uses on uses.id = creative.id
    where creative.id = any(${listOf(ids)}) and creative.status = 1`);
  return rows as unknown as CreativeStateRow[];
}

/** The state data of the active deals among these ids. */
export async function readDealStateRows(connection: Connection, ids: readonly number[]): Promise<DealStateRow[]> {
  const { rows } = await connection.execute<Record<keyof DealStateRow, unknown>>(sql`
    with uses as (
      select used.id::int as id, count(*)::int as campaigns
      from campaigns cross join lateral jsonb_array_elements_text(deal_ids) as used(id)
      where status <> 2 and demand_id in (select demand_id from deals where id = any(${listOf(ids)}))
      group by 1)
    select deal.id, account.timezone, deal.start_date::text as "startDate", deal.end_date::text as "endDate", deal.side,
      supplier.name as "supplierName", coalesce(supplier.status = 1, true) as "isSupplierActive",
      case deal.side when 'buy' then coalesce(uses.campaigns, 0)
        else jsonb_array_length(deal.tag_ids) + jsonb_array_length(deal.adexchange_ids) end as buyers
    from deals deal
    join demands account on account.id = deal.demand_id
    left join suppliers supplier on supplier.id = deal.supplier_id
    left join uses on uses.id = deal.id
    where deal.id = any(${listOf(ids)}) and deal.status = 1`);
  return rows as unknown as DealStateRow[];
}

/** Ids as one parameter: a statement takes a limited number of parameters. */
function listOf(ids: readonly number[]): SQL {
  return sql`${`{${ids.join(',')}}`}::int[]`;
}
