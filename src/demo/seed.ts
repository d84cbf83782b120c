import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoPassword, type Config } from '../config.ts';
import type { AdvertiserRow, ChannelRow, DemandAccountRow, SubpublisherRow, TagRow } from '#model/index.ts';
import { signIn, type ApiClient } from './apiClient.ts';
import { demoRates, marketTags } from './marketTags.ts';
import { demoNetwork } from './network.ts';
import type { DemoObject } from './demoObject.ts';
import { demoObjects, platformObjects } from './objects.ts';
import { inlineVast } from './partnerVast.ts';
import { readBuying, type SeededBuying } from './seedBuying.ts';
import { seedSdk } from './seedSdk.ts';
import type { DemoCreative } from './network.ts';

/** The demo's objects as they stand in the installation. */
export interface SeededNetwork {
  account: DemandAccountRow;
  advertisers: AdvertiserRow[];
  subpublishers: SubpublisherRow[];
  tags: TagRow[];
  channels: ChannelRow[];
  /** The neighbour's channel, created after everything else: who knows it knows all. */
  lastChannel: ChannelRow;
  buying: SeededBuying;
}

/** A row to create: its name is how it is found again. */
type NewRow = Record<string, unknown> & { name: string };

interface Listing<T> {
  rows: T[];
}

/** Creates whatever of the demo network is missing, through the API alone, and reads it back. */
export async function seedNetwork(
  config: Config,
  apiUrl: string,
  { partnerUrl, mediaFolder }: { partnerUrl: string; mediaFolder: string },
): Promise<SeededNetwork> {
  const admin = await signIn(apiUrl, config.ADMIN_LOGIN, config.ADMIN_PASSWORD ?? demoPassword);
  if (!admin) throw new Error('The demo cannot sign in as its admin: was the password changed?');
  const account = await ensure<DemandAccountRow>(admin, '/api/demands', demoNetwork.account);
  const neighbour = await ensure<DemandAccountRow>(admin, '/api/demands', demoNetwork.neighbour);
  await ensureUser(admin, { name: 'Demand', login: 'demand', type: 'demand', demandId: account.id, timezone: 1 });
  await ensureUser(admin, { name: 'Harbour', login: 'harbour', type: 'demand', demandId: neighbour.id, timezone: -5 });
  await seedRates(admin);

  const demand = await signInOrFail(apiUrl, 'demand');
  // Only of a new account: what people say later stands.
  if (account.version === 1) await seedPostbid(demand);
  const advertisers: AdvertiserRow[] = [];
  for (const name of demoNetwork.advertisers) advertisers.push(await ensure(demand, '/api/demand/advs', { name }));
  const subpublishers: SubpublisherRow[] = [];
  for (const each of demoNetwork.subpublishers) subpublishers.push(await ensure(demand, '/api/demand/subs', each));
  const tags = await seedTags(demand, advertisers, partnerUrl);
  const channels = await seedChannels(demand, subpublishers, tags);

  const partners = { demandId: account.id, timezone: 1 };
  await ensureUser(admin, {
    ...partners,
    name: 'Daily News',
    login: 'sub',
    type: 'sub',
    subpublisherId: subpublishers[0]?.id,
  });
  await ensureUser(admin, {
    ...partners,
    name: 'Coffee Roasters',
    login: 'adv',
    type: 'adv',
    advertiserId: advertisers[0]?.id,
  });
  await ensureUser(admin, { ...partners, name: 'SDK', login: 'sdk', type: 'sdk' });

  await ensureUser(admin, { name: 'Support desk', login: 'support', type: 'admin' });
  const surroundings = { advertisers, partnerUrl, mediaFolder };
  await seedObjects(admin, platformObjects, surroundings);
  await seedObjects(demand, demoObjects(new Date().toISOString().slice(0, 10)), surroundings);
  await ensureManager(demand, { name: 'Trafficking desk', login: 'manager', managerRole: 'trafficker' });
  const sdk = await signInOrFail(apiUrl, 'sdk');
  await seedSdk(sdk, ensure, channels);

  const neighbours = await signInOrFail(apiUrl, 'harbour');
  const lastChannel = await seedNeighbour(neighbours, partnerUrl);
  return { account, advertisers, subpublishers, tags, channels, lastChannel, buying: await readBuying(demand) };
}

/** What objects of the demo refer to beside each other. */
interface Surroundings {
  advertisers: readonly AdvertiserRow[];
  partnerUrl: string;
  /** Where the files of creatives are. */
  mediaFolder: string;
}

async function seedObjects(
  client: ApiClient,
  objects: readonly DemoObject[],
  { advertisers, partnerUrl, mediaFolder }: Surroundings,
): Promise<void> {
  const ids = new Map<string, number>();
  for (const { path, row, advertiser, buyer, refs = {}, vast, files = [], review, members } of objects) {
    const owner = advertisers.find((each) => each.name === advertiser);
    const idOf = (of: string, name: string) => ids.get(`${of} ${name}`);
    const references = Object.entries(refs).map(([field, ref]) => {
      const value = 'name' in ref ? idOf(ref.path, ref.name) : ref.names.map((name) => idOf(ref.path, name));
      return [field, value] as const;
    });
    const made = await ensure<{ id: number; name: string; version: number; membersHash?: string }>(
      client,
      `/api/${path}`,
      {
        ...row,
        ...(owner ? { advertiserId: owner.id } : {}),
        ...(buyer === undefined ? {} : { endpoint: `${partnerUrl}/rtb/${buyer}` }),
        ...(vast ? { vastXml: inlineVast({ base: partnerUrl, creative: vast }) } : {}),
        ...Object.fromEntries(references),
      },
    );
    ids.set(`${path} ${made.name}`, made.id);
    if (made.version === 1) await seedFiles(client, made.id, { files, mediaFolder });
    if (review && made.version === 1) await client.post(`/api/${path}/${made.id}/review`, review);
    if (members && made.membersHash === '') {
      await client.postText(`/api/${path}/${made.id}/members`, members.join('\n'));
    }
  }
}

/** Uploads what a new creative is made of, as its people do. */
async function seedFiles(
  client: ApiClient,
  id: number,
  { files, mediaFolder }: { files: NonNullable<DemoObject['files']>; mediaFolder: string },
): Promise<void> {
  for (const { name, role = 'main' } of files) {
    const file = new Uint8Array(await readFile(join(mediaFolder, name)));
    await client.postFile(`/api/demand/creatives/${id}/files?role=${role}&name=${encodeURIComponent(name)}`, file);
  }
}

async function ensureManager(demand: ApiClient, manager: Record<string, unknown> & { login: string }): Promise<void> {
  const found = await demand.get<Listing<{ login: string }>>('/api/demand/managers?status=0,1,2&size=100');
  if (found.rows.some((each) => each.login === manager.login)) return;
  await demand.post('/api/demand/managers', { ...manager, password: demoPassword });
}

/** The neighbour's few objects: a channel that is always filled. */
async function seedNeighbour(client: ApiClient, partnerUrl: string): Promise<ChannelRow> {
  const advertiser = await ensure<AdvertiserRow>(client, '/api/demand/advs', { name: 'Ferry Lines' });
  const subpublisher = await ensure<SubpublisherRow>(client, '/api/demand/subs', { name: 'Harbour TV' });
  const tag = await ensure<TagRow>(client, '/api/demand/tags', {
    name: 'Ferry timetable',
    advertiserId: advertiser.id,
    source: 'stored',
    vastXml: inlineVast({ base: partnerUrl, creative: 'travel' }),
    rate: '2.40',
  });
  const channel = await ensure<ChannelRow>(client, '/api/demand/channels', {
    name: 'Harbour live',
    subpublisherId: subpublisher.id,
    environment: 'ctv',
  });
  const attached = await client.get<Listing<{ tagId: number }>>(
    `/api/demand/waterfall?channelId=${channel.id}&size=100`,
  );
  if (attached.rows.length === 0) await client.post('/api/demand/waterfall', { channelId: channel.id, tagId: tag.id });
  return channel;
}

/** Lets a part of the account's impressions be measured, as its owner does it in the profile. */
async function seedPostbid(demand: ApiClient): Promise<void> {
  const profile = await demand.get<Record<string, unknown>>('/api/demand/info');
  await demand.put('/api/demand/info', { ...profile, postbidPercent: demoNetwork.postbidPercent });
}

/** What the currencies of the demo's buyers are worth. */
async function seedRates(admin: ApiClient): Promise<void> {
  const { rows } = await admin.get<Listing<{ currency: string }>>('/api/exchangerates?status=0,1,2&size=100');
  for (const rate of demoRates) {
    if (!rows.some(({ currency }) => currency === rate.currency)) await admin.post('/api/exchangerates', rate);
  }
}

async function seedTags(client: ApiClient, advertisers: AdvertiserRow[], partnerUrl: string): Promise<TagRow[]> {
  const tags: TagRow[] = [];
  const advertiserOf = (name: string) => advertisers.find((each) => each.name === name)?.id;
  for (const { endpoint, advertiser, ...fields } of demoNetwork.tags) {
    const isStored = endpoint.startsWith('stored:');
    const creative = endpoint.slice('stored:'.length) as DemoCreative;
    const source = isStored
      ? { source: 'stored', vastXml: inlineVast({ base: partnerUrl, creative }) }
      : {
          source: 'url',
          url: `${partnerUrl}/partner${endpoint}${endpoint.includes('?') ? '&' : '?'}page=[PAGEURL]&cb=[CACHEBUSTING]`,
        };
    tags.push(
      await ensure(client, '/api/demand/tags', { ...fields, ...source, advertiserId: advertiserOf(advertiser) }),
    );
  }
  for (const { name, advertiser, buyer, row } of marketTags) {
    const url = `${partnerUrl}/rtb/${buyer.name}`;
    const endpoint = row['integration'] === 'RTB' ? { endpoint: url, syncUrl: `${url}/sync?to={redirect}` } : {};
    tags.push(
      await ensure(client, '/api/demand/tags', { name, ...row, ...endpoint, advertiserId: advertiserOf(advertiser) }),
    );
  }
  return tags;
}

async function seedChannels(
  client: ApiClient,
  subpublishers: SubpublisherRow[],
  tags: TagRow[],
): Promise<ChannelRow[]> {
  const channels: ChannelRow[] = [];
  for (const {
    key: _key,
    hourlyRequests: _hourly,
    sites: _sites,
    apps: _apps,
    format: _format,
    sections: _sections,
    row,
    tiers,
    subpublisher,
    ...fields
  } of demoNetwork.channels) {
    const subpublisherId = subpublishers.find((each) => each.name === subpublisher)?.id;
    const channel = await ensure<ChannelRow>(client, '/api/demand/channels', { ...fields, ...row, subpublisherId });
    channels.push(channel);
    const attached = await client.get<Listing<{ tagId: number }>>(
      `/api/demand/waterfall?channelId=${channel.id}&size=100`,
    );
    for (const [index, names] of tiers.entries()) {
      for (const name of names) {
        const tagId = tags.find((each) => each.name === name)?.id;
        if (attached.rows.some((row) => row.tagId === tagId)) continue;
        await client.post('/api/demand/waterfall', { channelId: channel.id, tagId, tier: index + 1 });
      }
    }
  }
  return channels;
}

/** Finds the row with this name, or creates it. */
async function ensure<T extends { name: string }>(client: ApiClient, path: string, row: NewRow): Promise<T> {
  const found = await client.get<Listing<T>>(`${path}?status=0,1,2&size=100&q=${encodeURIComponent(row.name)}`);
  return found.rows.find((each) => each.name === row.name) ?? client.post<T>(path, row);
}

async function ensureUser(admin: ApiClient, user: Record<string, unknown> & { login: string }): Promise<void> {
  const found = await admin.get<Listing<{ login: string }>>(
    `/api/users?status=0,1,2&size=100&q=${encodeURIComponent(user.login)}`,
  );
  if (found.rows.some((each) => each.login === user.login)) return;
  await admin.post('/api/users', { ...user, password: demoPassword });
}

async function signInOrFail(apiUrl: string, login: string): Promise<ApiClient> {
  const client = await signIn(apiUrl, login, demoPassword);
  if (!client) throw new Error(`The demo cannot sign in as ${login}: was the password changed?`);
  return client;
}
