import { dayFromNumber, dayNumber, type Day } from '#model/calendarDay.ts';
import type { AdvertiserRow, ChannelRow, SubpublisherRow, TagRow } from '#model/index.ts';
import type { DemoChannel } from './demoChannels.ts';
import type { DemoCreative } from './demoCreatives.ts';
import { demoNetwork } from './demoNetwork.ts';
import type { DemoTag } from './demoTags.ts';
import { marketTags } from './marketTags.ts';
import { inlineVast } from './partnerVast.ts';
import type { NewRow, SeedingClient } from './seedingClient.ts';

/** Creates the missing tags, with flights around `today`, and returns all of them. */
export async function seedTags(
  client: SeedingClient,
  advertisers: readonly AdvertiserRow[],
  { partnerUrl, today }: { partnerUrl: string; today: Day },
): Promise<TagRow[]> {
  const ownerOf = (name: string) => ({ advertiserId: advertisers.find((each) => each.name === name)?.id });
  const rows: NewRow[] = demoNetwork.tags.map(({ endpoint, advertiser, season, ...fields }) => ({
    ...fields,
    ...sourceOf(endpoint, partnerUrl),
    ...(season ? flightOf(season, today) : {}),
    ...ownerOf(advertiser),
  }));
  for (const { name, advertiser, buyer, row } of marketTags) {
    const url = `${partnerUrl}/rtb/${buyer.name}`;
    const endpoint = row['integration'] === 'RTB' ? { endpoint: url, syncUrl: `${url}/sync?to={redirect}` } : {};
    rows.push({ name, ...row, ...endpoint, ...ownerOf(advertiser) });
  }
  return client.ensureAll<TagRow>('/api/demand/tags', rows);
}

function sourceOf(endpoint: string, partnerUrl: string): Record<string, string> {
  if (endpoint.startsWith('stored:')) {
    const creative = endpoint.slice('stored:'.length) as DemoCreative;
    return { source: 'stored', vastXml: inlineVast({ base: partnerUrl, creative }) };
  }
  const separator = endpoint.includes('?') ? '&' : '?';
  return { source: 'url', url: `${partnerUrl}/partner${endpoint}${separator}page=[PAGEURL]&cb=[CACHEBUSTING]` };
}

function flightOf({ first, last }: NonNullable<DemoTag['season']>, today: Day): Record<string, Day> {
  const day = (offset: number) => dayFromNumber(dayNumber(today) + offset);
  return { startsOn: day(first), endsOn: day(last) };
}

/** Creates the missing channels, attaches their tags, and returns all of them. */
export async function seedChannels(
  client: SeedingClient,
  subpublishers: readonly SubpublisherRow[],
  tags: readonly TagRow[],
): Promise<ChannelRow[]> {
  const attached = await client.rowsOf<{ channelId: number; tagId: number }>('/api/demand/waterfall', '');
  const channels = await client.ensureAll<ChannelRow>(
    '/api/demand/channels',
    demoNetwork.channels.map((plan) => rowOf(plan, subpublishers)),
  );
  const missing = demoNetwork.channels.flatMap(({ name, tiers }) => {
    const channelId = channels.find((each) => each.name === name)?.id;
    return tiers.flatMap((names, index) =>
      names.flatMap((tagName) => {
        const tagId = tags.find((each) => each.name === tagName)?.id;
        const isAttached = attached.some((each) => each.channelId === channelId && each.tagId === tagId);
        return isAttached ? [] : [{ channelId, tagId, tier: index + 1 }];
      }),
    );
  });
  await client.postAll('/api/demand/waterfall', missing);
  return channels;
}

/** A channel's row; one whose floor was raised later begins with its former floor. */
function rowOf(
  { name, environment, floor, formerFloor, costModel, costShare, costCpm, row, subpublisher }: DemoChannel,
  subpublishers: readonly SubpublisherRow[],
): NewRow {
  return {
    name,
    environment,
    floor: formerFloor ?? floor,
    costModel,
    costShare,
    costCpm,
    ...row,
    subpublisherId: subpublishers.find((each) => each.name === subpublisher)?.id,
  };
}

/** Raises the floors that the demo's story raises, of channels as they were created. */
export async function raiseFloors(client: SeedingClient, channels: ChannelRow[]): Promise<void> {
  for (const [index, channel] of channels.entries()) {
    const plan = demoNetwork.channels.find(({ name }) => name === channel.name);
    if (plan?.formerFloor === undefined || channel.version !== 1) continue;
    const { floor } = plan;
    channels[index] = await client.patch<ChannelRow>(`/api/demand/channels/${channel.id}`, { floor });
  }
}
