import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeLink } from '#api/people/peopleContract.ts';
import { demoPassword, type Config } from '../config.ts';
import {
  type AdvertiserRow,
  type ChannelRow,
  type DemandAccountRow,
  type Edition,
  entityList,
  type EntityName,
  hasPart,
  type SubpublisherRow,
  type TagRow,
} from '#model/index.ts';
import { signIn, type ApiClient } from './apiClient.ts';
import { demoRates } from './marketTags.ts';
import { demoNetwork } from './demoNetwork.ts';
import type { DemoObject } from './demoObject.ts';
import { demoObjects, platformObjects } from './objects.ts';
import { inlineVast } from './partnerVast.ts';
import { raiseFloors, seedChannels, seedTags } from './seedInventory.ts';
import { readBuying, type SeededBuying } from './seedBuying.ts';
import { seedSdk } from './seedSdk.ts';
import { openSeedingClient, type SeedingClient } from './seedingClient.ts';

/** The demo's objects as stored in the installation. */
export interface SeededNetwork {
  account: DemandAccountRow;
  advertisers: AdvertiserRow[];
  subpublishers: SubpublisherRow[];
  tags: TagRow[];
  channels: ChannelRow[];
  /** The second account's channel, created last: when serving has it, it has everything. */
  lastChannel: ChannelRow;
  buying: SeededBuying;
}

/** Creates whatever of the demo network is missing, through the API only, and reads it back. */
export async function seedNetwork(
  config: Config,
  apiUrl: string,
  { partnerUrl, mediaFolder }: { partnerUrl: string; mediaFolder: string },
): Promise<SeededNetwork> {
  const signedIn = await signIn(apiUrl, config.ADMIN_LOGIN, config.ADMIN_PASSWORD ?? demoPassword);
  if (!signedIn) throw new Error('The demo cannot sign in as its admin: was the password changed?');
  const admin = openSeedingClient(signedIn);
  const account = await admin.ensure<DemandAccountRow>('/api/demands', demoNetwork.account);
  const neighbour = await admin.ensure<DemandAccountRow>('/api/demands', demoNetwork.secondAccount);
  await ensureLogin(admin, '/api/users', {
    name: 'Demand',
    login: 'demand',
    type: 'demand',
    demandId: account.id,
    timezone: 1,
  });
  await ensureLogin(admin, '/api/users', {
    name: 'Harbour',
    login: 'harbour',
    type: 'demand',
    demandId: neighbour.id,
    timezone: -5,
  });
  await seedRates(admin);

  const demand = await signInOrFail(apiUrl, 'demand');
  // Only in a new account, so that later changes by users stay.
  if (account.version === 1) await seedVerification(demand);
  const advertisers = await demand.ensureAll<AdvertiserRow>(
    '/api/demand/advs',
    demoNetwork.advertisers.map((name) => ({ name })),
  );
  const subpublishers = await demand.ensureAll<SubpublisherRow>('/api/demand/subs', demoNetwork.subpublishers);
  const today = new Date().toISOString().slice(0, 10);
  const tags = await seedTags(demand, advertisers, { partnerUrl, today });
  const channels = await seedChannels(demand, subpublishers, tags);

  const partners = { demandId: account.id, timezone: 1 };
  await ensureLogin(admin, '/api/users', {
    ...partners,
    name: 'Daily News',
    login: 'sub',
    type: 'sub',
    subpublisherId: subpublishers[0]?.id,
  });
  await ensureLogin(admin, '/api/users', {
    ...partners,
    name: 'Coffee Roasters',
    login: 'adv',
    type: 'adv',
    advertiserId: advertisers[0]?.id,
  });
  await ensureLogin(admin, '/api/users', { ...partners, name: 'SDK', login: 'sdk', type: 'sdk' });

  await ensureLogin(admin, '/api/users', { name: 'Support desk', login: 'support', type: 'admin' });
  const context = { advertisers, partnerUrl, mediaFolder };
  await seedObjects(admin, platformObjects, context);
  const { DATABASE_EDITION: edition = null } = config;
  await seedObjects(demand, objectsOf(edition, today), context);
  if (hasPart(edition, 'manager')) {
    await ensureLogin(demand, '/api/demand/managers', {
      name: 'Operations desk',
      login: 'manager',
      managerRole: 'full',
    });
  }
  const sdk = await signInOrFail(apiUrl, 'sdk');
  await seedSdk(sdk, channels);

  const secondAccountClient = await signInOrFail(apiUrl, 'harbour');
  const lastChannel = await seedSecondAccount(secondAccountClient, partnerUrl);
  // Last, so that the log has it after everything that was there before.
  await raiseFloors(demand, channels);
  return { account, advertisers, subpublishers, tags, channels, lastChannel, buying: await readBuying(demand) };
}

/** The demo's objects of an edition. */
function objectsOf(edition: Edition | null, today: string): DemoObject[] {
  const missing = entityList.filter(({ name }) => !hasPart(edition, name as EntityName)).map(({ path }) => path);
  return demoObjects(today).filter(({ path }) => !missing.includes(path));
}

/** Context for creating demo objects. */
interface SeedContext {
  advertisers: readonly AdvertiserRow[];
  partnerUrl: string;
  /** Folder of the creatives' files. */
  mediaFolder: string;
}

async function seedObjects(
  client: SeedingClient,
  objects: readonly DemoObject[],
  { advertisers, partnerUrl, mediaFolder }: SeedContext,
): Promise<void> {
  const ids = new Map<string, number>();
  for (const { path, row, advertiser, buyer, refs = {}, vast, files = [], review, members } of objects) {
    const owner = advertisers.find((each) => each.name === advertiser);
    const idOf = (of: string, name: string) => ids.get(`${of} ${name}`);
    const references = Object.entries(refs).map(([field, ref]) => {
      const value = 'name' in ref ? idOf(ref.path, ref.name) : ref.names.map((name) => idOf(ref.path, name));
      return [field, value] as const;
    });
    const created = await client.ensure<{ id: number; name: string; version: number; membersHash?: string }>(
      `/api/${path}`,
      {
        ...row,
        ...(owner ? { advertiserId: owner.id } : {}),
        ...(buyer === undefined ? {} : { endpoint: `${partnerUrl}/rtb/${buyer}` }),
        ...(vast ? { vastXml: inlineVast({ base: partnerUrl, creative: vast }) } : {}),
        ...Object.fromEntries(references),
      },
    );
    ids.set(`${path} ${created.name}`, created.id);
    if (created.version === 1) await seedFiles(client, created.id, { files, mediaFolder });
    if (review && created.version === 1) await client.post(`/api/${path}/${created.id}/review`, review);
    if (members && created.membersHash === '') {
      await client.postText(`/api/${path}/${created.id}/members`, members.join('\n'));
    }
  }
}

/** Uploads the files of a new creative. */
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

/** Creates the second account's few objects: a channel that always fills. */
async function seedSecondAccount(client: SeedingClient, partnerUrl: string): Promise<ChannelRow> {
  const advertiser = await client.ensure<AdvertiserRow>('/api/demand/advs', { name: 'Ferry Lines' });
  const subpublisher = await client.ensure<SubpublisherRow>('/api/demand/subs', { name: 'Harbour TV' });
  const tag = await client.ensure<TagRow>('/api/demand/tags', {
    name: 'Ferry timetable',
    advertiserId: advertiser.id,
    source: 'stored',
    vastXml: inlineVast({ base: partnerUrl, creative: 'travel' }),
    rate: '2.40',
  });
  const channel = await client.ensure<ChannelRow>('/api/demand/channels', {
    name: 'Harbour live',
    subpublisherId: subpublisher.id,
    environment: 'ctv',
  });
  const attached = await client.rowsOf<{ channelId: number }>('/api/demand/waterfall', '');
  if (!attached.some((each) => each.channelId === channel.id))
    await client.post('/api/demand/waterfall', { channelId: channel.id, tagId: tag.id });
  return channel;
}

/** Turns on verification for a sample of the account's impressions, as its owner does in the profile. */
async function seedVerification(demand: ApiClient): Promise<void> {
  const profile = await demand.get<Record<string, unknown>>('/api/demand/info');
  await demand.put('/api/demand/info', { ...profile, postbidPercent: demoNetwork.postbidPercent });
}

/** Stores the exchange rates of the demo buyers' currencies. */
async function seedRates(admin: SeedingClient): Promise<void> {
  const rows = await admin.rowsOf<{ currency: string }>('/api/exchangerates');
  for (const rate of demoRates) {
    if (!rows.some(({ currency }) => currency === rate.currency)) await admin.post('/api/exchangerates', rate);
  }
}

/** Creates a login with the demo's password, unless there is one. */
async function ensureLogin(
  client: SeedingClient,
  path: '/api/users' | '/api/demand/managers',
  user: Record<string, unknown> & { login: string },
): Promise<void> {
  interface Login {
    id: number;
    login: string;
    hasPassword: boolean;
  }
  const known = (await client.rowsOf<Login>(path)).find(({ login }) => login === user.login);
  if (known?.hasPassword) return;
  const { id } = known ?? (await client.post<Login>(path, user));
  const { url } = await client.post<MadeLink>(`${path}/${id}/signIn/link`, {});
  await client.post('/api/auth/password', { token: url.split('#')[1], password: demoPassword });
}

async function signInOrFail(apiUrl: string, login: string): Promise<SeedingClient> {
  const client = await signIn(apiUrl, login, demoPassword);
  if (!client) throw new Error(`The demo cannot sign in as ${login}: was the password changed?`);
  return openSeedingClient(client);
}
