import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirstStep, PartnerSteps } from '#api/dashboard/dashboardContract.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, startTestApi, type TestApi } from '../startTestApi.ts';

let facts: FactsFixture;
let api: TestApi;
let acme: TestAccount;
let owner: Caller;

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  acme = await buildAccount(api, 'acme');
  owner = await api.signIn(acme.logins.demand);
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

/** The steps that are done, after the cached figures have expired. */
async function doneSteps(path = '/api/dashboard/firstSteps'): Promise<string[]> {
  api.moveClock(10_000);
  const { steps } = (await owner('GET', path)).body as { steps: FirstStep[] };
  return steps.filter(({ isDone }) => isDone).map(({ step }) => step);
}

async function insert(token: string, values: Parameters<typeof buildFact>[0]): Promise<void> {
  const row = buildFact({ demandId: acme.demandId, subpublisherId: acme.ids.subpublisher, at: Date.now(), ...values });
  await facts.clickhouse.insertRows('facts', factLines([row]), { token });
}

const tagUrl = () => `/api/demand/tags/${acme.ids.tag}`;

test('[START-01] a tag that is paused, or a channel that is, is no step done', async () => {
  expect(await doneSteps()).toEqual(['channel', 'demand']);
  await owner('PATCH', tagUrl(), { status: 0 });
  expect(await doneSteps()).toEqual(['channel']);
  await owner('PATCH', tagUrl(), { status: 1 });
  await owner('PATCH', `/api/demand/channels/${acme.ids.channel}`, { status: 0 });
  expect(await doneSteps()).toEqual([]);
  await owner('PATCH', `/api/demand/channels/${acme.ids.channel}`, { status: 1 });
  await owner('PATCH', `/api/demand/advs/${acme.ids.advertiser}`, { status: 0 });
  expect(await doneSteps()).toEqual(['channel']);
  await owner('PATCH', `/api/demand/advs/${acme.ids.advertiser}`, { status: 1 });
});

test('[START-01] a step that is done stays done while requests get no ads', async () => {
  const unfilled = { channelId: acme.ids.channel, calls: 200, reqs: 200, at: Date.now() - 60_000 };
  await insert('unfilled', { ...unfilled, reason: 'no_answer' });
  api.moveClock(10_000);
  const { rows } = (await owner('GET', '/api/demand/channels?size=10')).body as {
    rows: { states: { code: string }[] }[];
  };
  expect(rows.flatMap(({ states }) => states.map(({ code }) => code))).toContain('unfilled');
  expect(await doneSteps()).toContain('demand');
});

test('[START-01] the steps end with the first ad that was served and counted, not with one that was served', async () => {
  const channelId = acme.ids.channel;
  await insert('request', { channelId, calls: 1, reqs: 1, opps: 1 });
  expect(await doneSteps()).toEqual(['channel', 'demand', 'request']);
  const impression = { kind: 'event', event: 'impression', advertiserId: acme.ids.advertiser } as const;
  await insert('impression', { ...impression, channelId, tagId: acme.ids.tag, imps: 1 });
  expect(await doneSteps()).toEqual(['channel', 'demand', 'request', 'impression']);
});

test('[START-01] in DSP mode a creative counts once it is approved, and a campaign once it can bid', async () => {
  const path = '/api/dashboard/firstSteps/dsp';
  const { advertiser, campaign, supplier } = acme.ids;
  expect(await doneSteps(path)).toEqual(['supplier']);
  const creativeId = idOf(
    await owner('POST', '/api/demand/creatives', {
      ...{ name: 'Approved tag', advertiserId: advertiser, type: 'vastUrl', vastUrl: 'https://ads.example/vast' },
      adomain: 'brand.example',
    }),
  );
  expect(await doneSteps(path)).toEqual(['supplier']);
  const verdict = await owner('POST', `/api/demand/creatives/${creativeId}/review`, { review: 'approved', note: '' });
  expect(verdict.status).toBe(200);
  expect(await doneSteps(path)).toEqual(['supplier', 'creative']);
  await owner('PATCH', `/api/demand/campaigns/${campaign}`, { creativeIds: [creativeId] });
  expect(await doneSteps(path)).toEqual(['supplier', 'creative', 'campaign']);
  await insert('bid request', { supplierId: supplier, channelId: 0, calls: 1, reqs: 1 });
  await insert('won', { kind: 'event', event: 'impression', supplierId: supplier, channelId: 0, imps: 1 });
  expect(await doneSteps(path)).toEqual(['supplier', 'creative', 'campaign', 'request', 'impression']);
});

test('an account sees no steps of another one', async () => {
  const other = await buildAccount(api, 'other');
  const caller = await api.signIn(other.logins.demand);
  const { steps } = (await caller('GET', '/api/dashboard/firstSteps')).body as { steps: FirstStep[] };
  expect(steps.map(({ isDone }) => isDone)).toEqual([true, true, false, false]);
  expect(steps.map(({ id }) => id)).toEqual(steps.map(() => other.ids.channel));
});

test('a partner sees its own steps, with the ad tags of its active channels and no other rows', async () => {
  const house = await buildAccount(api, 'house');
  const houseOwner = await api.signIn(house.logins.demand);
  const read = async (login: string) =>
    (await (await api.signIn(login))('GET', '/api/dashboard/firstSteps/partner')).body as PartnerSteps;
  const done = ({ steps }: PartnerSteps) => steps.filter(({ isDone }) => isDone).map(({ step }) => step);
  const publisher = await read(house.logins.sub);
  expect(publisher.channels.map(({ id }) => id)).toEqual([house.ids.channel]);
  expect(publisher.channels[0]?.tagUrl).toContain('/vast/');
  expect(done(publisher)).toEqual(['channel', 'demand']);
  expect(publisher.steps.map(({ id }) => id)).toEqual([null, null, null, null]);
  const advertiser = await read(house.logins.adv);
  expect([done(advertiser), advertiser.channels]).toEqual([['creative', 'campaign'], []]);

  const { demandId, ids } = house;
  const owners = { demandId, subpublisherId: ids.subpublisher, channelId: ids.channel };
  const ofAdvertiser = { ...owners, advertiserId: ids.advertiser, tagId: ids.tag };
  await insert('partner request', { ...owners, calls: 1, reqs: 1, opps: 1 });
  api.moveClock(10_000);
  expect(done(await read(house.logins.sub))).toEqual(['channel', 'demand', 'request']);
  expect(done(await read(house.logins.adv))).toEqual(['creative', 'campaign']);
  await insert('partner impression', { ...ofAdvertiser, kind: 'event', event: 'impression', imps: 1 });
  api.moveClock(10_000);
  expect(done(await read(house.logins.sub))).toEqual(['channel', 'demand', 'request', 'impression']);
  expect(done(await read(house.logins.adv))).toEqual(['creative', 'campaign', 'impression']);

  await houseOwner('PATCH', `/api/demand/tags/${house.ids.tag}`, { status: 0 });
  await houseOwner('PATCH', `/api/demand/channels/${house.ids.channel}`, { status: 0 });
  expect(done(await read(house.logins.adv))).toEqual(['impression']);
  expect(await read(house.logins.sub)).toMatchObject({ channels: [] });
  expect((await houseOwner('GET', '/api/dashboard/firstSteps/partner')).status).toBe(403);
});

test('an advertiser with campaigns has its last step with the first impression of one', async () => {
  const buyer = await buildAccount(api, 'buyer');
  const advertiser = await api.signIn(buyer.logins.adv);
  const isShown = async () => {
    api.moveClock(10_000);
    const { steps } = (await advertiser('GET', '/api/dashboard/firstSteps/partner')).body as PartnerSteps;
    return steps.find(({ step }) => step === 'impression')?.isDone;
  };
  expect(await isShown()).toBe(false);
  const { demandId, ids } = buyer;
  const won = { supplierId: ids.supplier, channelId: 0, advertiserId: ids.advertiser, campaignId: ids.campaign };
  await insert('campaign impression', {
    demandId,
    subpublisherId: 0,
    ...won,
    kind: 'event',
    event: 'impression',
    imps: 1,
  });
  expect(await isShown()).toBe(true);
});
