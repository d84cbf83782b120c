import { type SQL, sql } from 'drizzle-orm';
import { entityList, type EntityName, type Limit } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import { accountsInScope, type Connection, type Scope } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { hasStatus } from './selection.ts';

/**
 * The data beside its own figures that determines whether an active tag can serve. Days are YYYY-MM-DD, money nano-USD
 * as text.
 */
export interface TagStateRow {
  id: number;
  /** Hours from UTC of its account: the zone of its days. */
  timezone: number;
  startsOn: string | null;
  endsOn: string | null;
  impsPerDay: number | null;
  impsTotal: number | null;
  spendPerDay: string | null;
  limits: Limit[];
  /** ISO 8601; null while it is not capped. */
  cappedUntil: string | null;
  advertiserName: string;
  isAdvertiserActive: boolean;
  /** Its enabled waterfall rows in channels that are not archived, and those whose floor its rate reaches. */
  places: number;
  affordable: number;
}

/** The data beside its own figures that determines whether an active channel can respond. */
export interface ChannelStateRow {
  id: number;
  timezone: number;
  createdAt: string;
  reqsPerDay: number | null;
  impsPerDay: number | null;
  /** Null = it has no sub-publisher. */
  subpublisherName: string | null;
  isSubpublisherActive: boolean;
  /** Enabled rows of its waterfall, and those whose tag can be called now. */
  places: number;
  eligible: number;
}

/** The minimum CPM at which a tag competes in a waterfall row: its floor, or the CPM that the channel guarantees. */
const floorOfPlace = sql`greatest(
  coalesce(place.floor, channel.floor),
  case coalesce(nullif(channel.cost_model, 'inherit'), owner.cost_model)
    when 'floor' then case channel.cost_model when 'inherit' then owner.cost_cpm else channel.cost_cpm end
    else 0 end)`;

/** Demand that bids, or returns its price, has no rate that could be too low. */
const isAffordable = sql`(tag.integration <> 'VAST' or tag.rate_model = 'dynamic' or tag.rate >= ${floorOfPlace})`;

const places = sql`waterfall_rows place
  join channels channel on channel.id = place.channel_id
  left join subpublishers owner on owner.id = channel.subpublisher_id
  join tags tag on tag.id = place.tag_id
  join advertisers advertiser on advertiser.id = tag.advertiser_id
  join demands account on account.id = place.demand_id`;

/** The state data of the active tags among these ids. */
export async function readTagStateRows(connection: Connection, ids: readonly number[]): Promise<TagStateRow[]> {
  const { rows } = await connection.execute<Record<keyof TagStateRow, unknown>>(sql`
    with placed as (
      select place.tag_id, count(*)::int as places, (count(*) filter (where ${isAffordable}))::int as affordable
      from ${places}
      where place.tag_id = any(${listOf(ids)}) and place.is_enabled and channel.status <> 2
      group by 1)
    select tag.id, account.timezone, tag.starts_on::text as "startsOn", tag.ends_on::text as "endsOn",
      tag.imps_per_day as "impsPerDay", tag.imps_total as "impsTotal", tag.spend_per_day::text as "spendPerDay",
      tag.limits, to_char(tag.capped_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "cappedUntil",
      advertiser.name as "advertiserName", advertiser.status = 1 as "isAdvertiserActive",
      coalesce(placed.places, 0) as places, coalesce(placed.affordable, 0) as affordable
    from tags tag
    join advertisers advertiser on advertiser.id = tag.advertiser_id
    join demands account on account.id = tag.demand_id
    left join placed on placed.tag_id = tag.id
    where tag.id = any(${listOf(ids)}) and tag.status = 1`);
  return rows as unknown as TagStateRow[];
}

/** The state data of the active channels among these ids. `now` is ISO 8601. */
export async function readChannelStateRows(
  connection: Connection,
  ids: readonly number[],
  now: string,
): Promise<ChannelStateRow[]> {
  const today = sql`(${now}::timestamptz at time zone 'UTC' + make_interval(hours => account.timezone))::date`;
  const { rows } = await connection.execute<Record<keyof ChannelStateRow, unknown>>(sql`
    with placed as (
      select place.channel_id, count(*)::int as places, (count(*) filter (where tag.status = 1
        and advertiser.status = 1 and ${isAffordable}
        and coalesce(tag.starts_on <= ${today}, true) and coalesce(tag.ends_on >= ${today}, true)))::int as eligible
      from ${places}
      where place.channel_id = any(${listOf(ids)}) and place.is_enabled
      group by 1)
    select channel.id, account.timezone, channel.created_at::text as "createdAt",
      channel.reqs_per_day as "reqsPerDay", channel.imps_per_day as "impsPerDay",
      owner.name as "subpublisherName", coalesce(owner.status = 1, true) as "isSubpublisherActive",
      coalesce(placed.places, 0) as places, coalesce(placed.eligible, 0) as eligible
    from channels channel
    join demands account on account.id = channel.demand_id
    left join subpublishers owner on owner.id = channel.subpublisher_id
    left join placed on placed.channel_id = channel.id
    where channel.id = any(${listOf(ids)}) and channel.status = 1`);
  return rows as unknown as ChannelStateRow[];
}

/**
 * Number of rows in the scope's accounts, without archived ones, that reference each of these ids: tags for targetings,
 * and so on. Unreferenced ids are left out.
 */
export async function readUseCounts(
  connection: Connection,
  target: EntityName,
  ids: readonly number[],
  scope: Scope,
): Promise<Map<number, number>> {
  const uses = entityList.flatMap((entity) =>
    Object.entries(entity.fields)
      .filter(([, field]) => field.kind === 'references' && field.target === target)
      .map(([field]) => referencesIn(entity.name as EntityName, field, scope)),
  );
  if (uses.length === 0) return new Map();
  const { rows } = await connection.execute<{ id: number; count: number }>(sql`
    select used.id::int as id, count(*)::int as count from (${sql.join(uses, sql` union all `)}) used
    where used.id::int = any(${listOf(ids)}) group by 1`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

function referencesIn(name: EntityName, field: string, scope: Scope): SQL {
  const table = tableOf(name);
  const accounts = accountsInScope(scope);
  const isOwn = accounts === 'all' ? sql`true` : sql`${columnNamed(table, 'demandId')} = any(${listOf(accounts)})`;
  const isNotArchived = hasStatus(table.entity) ? sql`${columnNamed(table, 'status')} <> 2` : sql`true`;
  return sql`select jsonb_array_elements_text(${columnNamed(table, field)}) as id from ${table.table}
    where ${isOwn} and ${isNotArchived}`;
}

/** Ids as one parameter: a statement takes a limited number of parameters. */
function listOf(ids: readonly number[]): SQL {
  return sql`${`{${ids.join(',')}}`}::int[]`;
}
