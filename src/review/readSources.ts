import { reviewThresholds as limits } from '#engine/ivt/review/reviewThresholds.ts';
import type { AddressDay } from '#engine/ivt/review/judgeAddressDay.ts';
import type { SourceHour } from '#engine/ivt/review/judgeSourceHour.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** The part of the ClickHouse client that the review reads with. */
export type SourceReader = Pick<ClickHouse, 'query'>;

/** A range of times in ms; the end is exclusive. */
export interface TimeRange {
  from: number;
  until: number;
}

/** A source of an hour with its key: of a device with its account, of an address and user agent with 0. */
export interface KeyedSourceHour extends SourceHour {
  demandId: number;
  key: string;
}

/** An address of a day with its key. */
export interface KeyedAddressDay extends AddressDay {
  address: string;
}

/** Events in an hour below which a source exceeds no threshold: nearly all, which are not looked at closely. */
const minEvents = limits.clicksPerMinute;

/** The condition on sources of a time range. */
export function isWithin({ from, until }: TimeRange): string {
  return `at >= fromUnixTimestamp64Milli(${from}) AND at < fromUnixTimestamp64Milli(${until})`;
}

/** The key of an address with one user agent, as SQL. */
export const agentKeySql = 'sipHash64(address, agent)';

const isImp = `event = 'impression'`;
const isClick = `event = 'click'`;
const isVideo = `mediaType IN ('video', 'audio')`;

/** Impressions and clicks of a day's channels. */
function channelsSql(day: TimeRange): string {
  return `SELECT demandId, channelId, countIf(${isImp}) AS allImps, countIf(${isClick}) AS allClicks
    FROM event_sources WHERE ${isWithin(day)} GROUP BY demandId, channelId`;
}

/**
 * The clicks that impressions would have brought from all others in their channels. Of a channel with few others, one in
 * a hundred impressions is assumed to be clicked.
 */
const expectedSql = 'sum(imps * (greatest(allClicks - clicks, 0) + 1) / (greatest(allImps - imps, 0) + 100))';

/**
 * Reads the sources of an hour that may exceed a threshold. `maxPerMinute`: the operator's limit for an address with one
 * user agent.
 */
export async function readSourceHours(
  clickhouse: SourceReader,
  { hour, day, maxPerMinute }: { hour: TimeRange; day: TimeRange; maxPerMinute: number },
): Promise<KeyedSourceHour[]> {
  const key = 'owner, sourceKey, isDevice';
  const all = `SELECT if(device != 0, demandId, 0) AS owner, if(device != 0, device, ${agentKeySql}) AS sourceKey,
      device != 0 AS isDevice, toStartOfMinute(at) AS minute, event, mediaType, demandId, channelId, place, address,
      network, agent
    FROM event_sources WHERE ${isWithin(hour)}`;
  const busy = `SELECT ${key} FROM (${all}) GROUP BY ${key} HAVING count() >= ${minEvents}`;
  const sources = `SELECT * FROM (${all}) WHERE (${key}) IN (${busy})`;
  const minutes = `SELECT ${key}, minute, countIf(${isImp}) AS imps, countIf(${isClick}) AS clicks,
      countIf(${isImp} AND ${isVideo}) AS videoImps, imps - videoImps AS displayImps, any(address) AS anyAddress,
      uniqExactState(place) AS places, uniqExactState(agent) AS agents, uniqExactState(network) AS networks
    FROM (${sources}) GROUP BY ${key}, minute`;
  const found = `SELECT ${key}, sum(minutes.imps) AS totalImps, sum(minutes.clicks) AS totalClicks,
      max(minutes.clicks) AS maxClicks, countIf(videoImps > ${limits.videoPerMinute}) AS videoMinutes,
      countIf(displayImps > ${limits.displayPerMinute}) AS displayMinutes,
      countIf(minutes.imps > ${Math.trunc(maxPerMinute)}) AS frequentMinutes, any(anyAddress) AS address,
      uniqExactMerge(places) AS placeCount, uniqExactMerge(agents) AS agentCount, uniqExactMerge(networks) AS networkCount
    FROM (${minutes}) AS minutes GROUP BY ${key}
    HAVING maxClicks >= ${limits.clicksPerMinute} OR totalClicks >= ${limits.clicksPerHour}
      OR greatest(videoMinutes, displayMinutes, frequentMinutes) >= ${limits.busyMinutes}
      OR placeCount > ${limits.places} OR agentCount > ${limits.agents} OR networkCount > ${limits.networks}`;
  const expected = `SELECT ${key}, ${expectedSql} AS expectedClicks
    FROM (
      SELECT ${key}, demandId, channelId, countIf(${isImp}) AS imps, countIf(${isClick}) AS clicks
      FROM (${sources}) GROUP BY ${key}, demandId, channelId
    ) AS own JOIN (${channelsSql(day)}) AS channels USING (demandId, channelId)
    GROUP BY ${key}`;
  const neighbors = `SELECT address, uniqExact(agent) AS neighborCount FROM event_sources
    WHERE ${isWithin(hour)} AND address IN (SELECT address FROM (${sources})) GROUP BY address`;
  const rows = await clickhouse.query<Record<string, string | number>>(
    `SELECT owner, toString(sourceKey) AS textKey, isDevice, totalImps, totalClicks, maxClicks, expectedClicks,
       videoMinutes, displayMinutes, frequentMinutes, placeCount, agentCount, networkCount, neighborCount
     FROM (${found}) AS found
     LEFT JOIN (${expected}) AS expected USING (${key})
     LEFT JOIN (${neighbors}) AS neighbors USING (address)
     ORDER BY owner, textKey`,
    {},
    { lane: 'report' },
  );
  return rows.map((row) => ({
    demandId: Number(row['owner']),
    key: String(row['textKey']),
    isDevice: Number(row['isDevice']) === 1,
    imps: Number(row['totalImps']),
    clicks: Number(row['totalClicks']),
    maxClicksPerMinute: Number(row['maxClicks']),
    expectedClicks: Number(row['expectedClicks']),
    videoMinutes: Number(row['videoMinutes']),
    displayMinutes: Number(row['displayMinutes']),
    frequentMinutes: Number(row['frequentMinutes']),
    places: Number(row['placeCount']),
    agents: Number(row['agentCount']),
    networks: Number(row['networkCount']),
    neighbors: Number(row['neighborCount']),
  }));
}

/** Reads the addresses of a day that may exceed the thresholds of clicks. */
export async function readAddressDays(clickhouse: SourceReader, day: TimeRange): Promise<KeyedAddressDay[]> {
  const clicking = `SELECT address FROM event_sources WHERE ${isWithin(day)} AND ${isClick} AND address != 0
    GROUP BY address HAVING count() >= ${limits.addressClicks}`;
  const rows = await clickhouse.query<Record<string, string | number>>(
    `SELECT toString(address) AS textKey, sum(imps) AS totalImps, sum(clicks) AS totalClicks,
       ${expectedSql} AS expectedClicks, sum(greatest(allImps - imps, 0)) AS peerImps
     FROM (
       SELECT address, demandId, channelId, countIf(${isImp}) AS imps, countIf(${isClick}) AS clicks
       FROM event_sources WHERE ${isWithin(day)} AND address IN (${clicking})
       GROUP BY address, demandId, channelId
     ) AS own JOIN (${channelsSql(day)}) AS channels USING (demandId, channelId)
     GROUP BY address
     HAVING totalImps >= ${limits.addressImps}
     ORDER BY address`,
    {},
    { lane: 'report' },
  );
  return rows.map((row) => ({
    address: String(row['textKey']),
    imps: Number(row['totalImps']),
    clicks: Number(row['totalClicks']),
    expectedClicks: Number(row['expectedClicks']),
    peerImps: Number(row['peerImps']),
  }));
}

/** Reads the different networks, or user agents, of a day. */
export async function readSourceTexts(
  clickhouse: SourceReader,
  day: TimeRange,
  column: 'network' | 'agent',
): Promise<string[]> {
  const rows = await clickhouse.query<{ text: string }>(
    `SELECT DISTINCT toString(${column}) AS text FROM event_sources WHERE ${isWithin(day)} AND address != 0 ORDER BY text`,
    {},
    { lane: 'report' },
  );
  return rows.map(({ text }) => text);
}

/** Number of stored sources of a day. */
export async function countSources(clickhouse: SourceReader, day: TimeRange): Promise<number> {
  const [row] = await clickhouse.query<{ found: string }>(
    `SELECT count() AS found FROM event_sources WHERE ${isWithin(day)}`,
  );
  return Number(row?.found ?? 0);
}
