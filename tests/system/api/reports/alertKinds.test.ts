import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endMutes } from '#api/dashboard/endMutes.ts';
import { openFigures } from '#api/entities/listMetrics/figures.ts';
import type { DashboardAlerts } from '#api/dashboard/dashboardContract.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildFact, type Fact, factLines } from '../../reports/buildFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { storedVast } from '../../product/oneTagConfiguration.ts';
import { idOf, password, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** In the last full hour. */
const lastHour = Math.floor(Date.now() / hourMs) * hourMs - hourMs + 600_000;
const usd = 1_000_000_000;

let facts: FactsFixture;
let api: TestApi;
let acme: TestAccount;
let other: TestAccount;
let owner: Caller;
/** A creative that suppliers reject. */
let refused: number;
/** Tags by name. */
const tags: Record<string, number> = {};

beforeAll(async () => {
  facts = await openFacts();
  api = await startTestApi({ facts: facts.clickhouse });
  acme = await buildAccount(api, 'Acme');
  other = await buildAccount(api, 'Other');
  owner = await api.signIn(acme.logins.demand);
  for (const name of ['broken', 'slow', 'stopped', 'low', 'steady', 'new']) tags[name] = await newTag(name);
  const creative = { name: 'Refused', advertiserId: acme.ids.advertiser, type: 'vast', vastXml: storedVast };
  refused = idOf(await owner('POST', '/api/demand/creatives', creative));
  await review(refused, 'approved');
  await owner('PATCH', `/api/demand/campaigns/${acme.ids.campaign}`, { creativeIds: [refused] });
  await facts.clickhouse.insertRows('facts', factLines(allFacts()), { token: 'alerts' });
});

afterAll(async () => {
  await api.close();
  await facts.close();
});

async function newTag(name: string): Promise<number> {
  const values = { name, advertiserId: acme.ids.advertiser, url: 'https://ads.example/vast', rate: '2.50' };
  const id = idOf(await owner('POST', '/api/demand/tags', values));
  idOf(await owner('POST', '/api/demand/waterfall', { channelId: acme.ids.channel, tagId: id }));
  return id;
}

async function review(id: number, verdict: 'approved' | 'rejected') {
  await api.sql(`update creatives set review = '${verdict}' where id = ${id}`);
}

const placeOf = ({ demandId, ids }: TestAccount) => ({
  demandId,
  channelId: ids.channel,
  subpublisherId: ids.subpublisher,
});

/** The facts of a bidder: its calls by reason, and its impressions. */
function bidderFacts(
  bidder: Partial<Fact>,
  at: number,
  sent: Record<string, number>,
  { imps, rev }: { imps: number; rev: number },
): Fact[] {
  const place = { ...placeOf(acme), ...bidder, at };
  return [
    ...Object.entries(sent).map(([reason, count]) =>
      buildFact({
        ...place,
        kind: 'candidate',
        reason,
        candidates: count,
        sent: count,
        answered: reason === '' ? count : 0,
        timeouts: reason === 'timeout' ? count : 0,
      }),
    ),
    buildFact({ ...place, kind: 'event', event: 'impression', imps, rev }),
  ];
}

const tagOf = (name: string) => ({ advertiserId: acme.ids.advertiser, tagId: tags[name] ?? 0, tier: 1 });

function allFacts(): Fact[] {
  const past = [1, 2, 3, 4, 5, 6, 7, 14, 21, 28].map((daysAgo) => lastHour - daysAgo * dayMs);
  const usual = { imps: 400, rev: 42 * usd };
  const supplier = { supplierId: acme.ids.supplier, ...placeOf(acme), channelId: 0, subpublisherId: 0 };
  const exchange = {
    adexchangeId: acme.ids.adexchange,
    supplierId: acme.ids.supplier,
    channelId: 0,
    subpublisherId: 0,
  };
  const losses = { ...supplier, kind: 'event', event: 'loss', at: lastHour, reason: 'loss_202' } as const;
  const ownAd = { advertiserId: acme.ids.advertiser, campaignId: acme.ids.campaign, creativeId: refused };
  return [
    ...past.flatMap((at) => [
      ...['broken', 'stopped', 'low', 'steady'].flatMap((name) => bidderFacts(tagOf(name), at, { '': 500 }, usual)),
      buildFact({ ...supplier, at, calls: 1000, reqs: 1000, bids: 500 }),
    ]),
    ...bidderFacts(tagOf('broken'), lastHour, { invalid_xml: 230 }, { imps: 0, rev: 0 }),
    ...bidderFacts(tagOf('slow'), lastHour, { '': 150, timeout: 70 }, { imps: 100, rev: 0 }),
    ...bidderFacts(tagOf('low'), lastHour, { '': 500 }, { imps: 90, rev: 9 * usd }),
    ...bidderFacts(tagOf('steady'), lastHour, { '': 500 }, usual),
    ...bidderFacts(tagOf('new'), lastHour, { '': 500 }, { imps: 10, rev: usd }),
    ...bidderFacts(exchange, lastHour, { conn_error: 40 }, { imps: 0, rev: 0 }),
    buildFact({
      ...supplier,
      ...ownAd,
      at: lastHour,
      kind: 'candidate',
      candidates: 200,
      sent: 200,
      answered: 200,
      bids: 200,
    }),
    buildFact({ ...losses, ...ownAd, losses: 120 }),
  ];
}

async function alertsOf(caller: Caller, query = ''): Promise<DashboardAlerts> {
  return (await caller('GET', `/api/dashboard/alerts${query}`)).body as DashboardAlerts;
}

async function causesOf(caller: Caller, entity: string, id: number): Promise<string[]> {
  const { alerts } = await alertsOf(caller, `?entity=${entity}&id=${id}`);
  return alerts.map(({ cause }) => cause);
}

describe('[ALERT-01] the alerts', () => {
  test('find a tag whose answers cannot be used, one that times out, one that stopped and one far off usual', async () => {
    const found = await Promise.all(
      ['broken', 'slow', 'stopped', 'low', 'steady', 'new'].map((name) => causesOf(owner, 'tag', tags[name] ?? 0)),
    );
    expect(found).toEqual([['unhealthy'], ['timeouts'], ['sudden_zero'], ['off_usual'], [], []]);
    const { alerts } = await alertsOf(owner, `?entity=tag&id=${tags['broken']}`);
    expect(alerts).toMatchObject([
      {
        tone: 'bad',
        text: '230 of 230 calls in the last hour could not be used. Main reason: Invalid VAST (230). Test the tag and check its URL.',
        perDay: '42.00',
      },
    ]);
  });

  test('find a supplier without bid requests, and an ad exchange that cannot be reached', async () => {
    const { supplier, adexchange } = acme.ids;
    expect(await causesOf(owner, 'supplier', supplier)).toEqual(['sudden_zero']);
    expect(await causesOf(owner, 'adexchange', adexchange)).toEqual(['unhealthy']);
  });

  test('find a creative that suppliers reject, and one that its review rejected, while a campaign uses them', async () => {
    expect(await causesOf(owner, 'creative', refused)).toEqual(['refused']);
    const { alerts } = await alertsOf(owner, `?entity=creative&id=${refused}`);
    expect(alerts[0]?.text).toBe(
      'Suppliers rejected 120 of 200 bids with this creative in the last 24 hours. Main reason: creative disapproved. Change the creative, or ask the supplier for the rule.',
    );
    await review(refused, 'rejected');
    expect(await causesOf(owner, 'creative', refused)).toEqual(['rejected']);
    await owner('PATCH', `/api/demand/campaigns/${acme.ids.campaign}`, { creativeIds: [] });
    expect(await causesOf(owner, 'creative', refused)).toEqual([]);
  });

  test('are grouped by cause, most money first, and count what is at stake', async () => {
    const { groups, alerts, total } = await alertsOf(owner, '?mode=ssp');
    expect(groups.slice(0, 4).map(({ kind, tone, total: count, perDay }) => [kind, tone, count, perDay])).toEqual([
      ['unusable', 'bad', 1, '42.00'],
      ['zero', 'bad', 1, '42.00'],
      ['off_usual', 'warn', 1, '42.00'],
      ['timeouts', 'warn', 1, null],
    ]);
    expect(alerts.map(({ kind }) => kind)).toEqual(groups.flatMap(({ kind, total: count }) => Array(count).fill(kind)));
    expect(total).toBe(alerts.length);
  });

  test('show the money of the account to no manager of some partners', async () => {
    const login = 'partly';
    const scope = { managerRole: 'trafficker', scopeSubpublisherIds: [acme.ids.subpublisher] };
    idOf(await owner('POST', '/api/demand/managers', { name: login, login, password, ...scope }));
    const partly = await api.signIn(login);
    const { alerts, groups, isComplete } = await alertsOf(partly, '?mode=ssp');
    expect(alerts.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['unhealthy', 'sudden_zero']));
    expect([...alerts, ...groups].map(({ perDay }) => perDay)).toEqual([...alerts, ...groups].map(() => null));
    expect(JSON.stringify(alerts)).not.toContain('$');
    expect(isComplete).toBe(true);
  });

  test('are the states of the rows: row and dashboard never contradict each other', async () => {
    const { alerts } = await alertsOf(owner);
    const { body } = await owner('GET', '/api/demand/tags?size=100');
    const { rows } = body as { rows: { id: number; states: { code: string; text: string }[] }[] };
    for (const name of ['broken', 'slow', 'stopped', 'low', 'steady', 'new']) {
      const id = tags[name] ?? 0;
      const states = rows.find((row) => row.id === id)?.states ?? [];
      const ofTag = alerts.filter(({ object }) => object?.entity === 'tag' && object.id === id);
      expect(
        states.map(({ code }) => code),
        name,
      ).toEqual(ofTag.map(({ cause }) => cause));
      expect(ofTag.every(({ text }, index) => text.startsWith(states[index]?.text ?? '-'))).toBe(true);
      // The drawer reads the same.
      expect((await owner('GET', `/api/demand/tags/${id}?states=true`)).body).toMatchObject({ states });
    }
    const listed = await owner('GET', '/api/demand/tags?state=unhealthy');
    expect((listed.body as { rows: { id: number }[] }).rows.map(({ id }) => id)).toEqual([tags['broken']]);
  });

  test('of an admin follow the account, which others cannot choose', async () => {
    const admin = await api.signIn('super');
    const idsIn = async (account: number) =>
      (await alertsOf(admin, `?account=${account}`)).alerts.flatMap(({ object }) =>
        object?.entity === 'tag' ? [object.id] : [],
      );
    expect(await idsIn(acme.demandId)).toContain(tags['broken']);
    expect(await idsIn(other.demandId)).not.toContain(tags['broken']);
    const { alerts } = await alertsOf(owner, `?account=${acme.demandId}`);
    expect(alerts.some(({ object }) => object?.id === tags['broken'])).toBe(true);
    expect((await owner('GET', `/api/dashboard/alerts?account=${other.demandId}`)).status).toBe(403);
    expect((await owner('GET', '/api/dashboard/alerts?entity=tag')).status).toBe(400);
    expect((await owner('GET', '/api/dashboard/alerts?entity=user&id=1')).status).toBe(400);
  });
});

describe('[ALERT-03] the certificate of a server that a tag calls', () => {
  const store = (problem: string, days: number) =>
    api.sql(`insert into server_certificates (server, problem, detail, valid_until, referenced_at)
      values ('certificate.example', '${problem}', '', now() + interval '${days} days', now())
      on conflict (server) do update set problem = excluded.problem, valid_until = excluded.valid_until`);
  const alertsOfTag = async (caller: Caller, id: number) => (await alertsOf(caller, `?entity=tag&id=${id}`)).alerts;

  test('is an alert of its row, its drawer and the dashboard until it is renewed or another URL is called', async () => {
    const id = await newTag('certified');
    await owner('PATCH', `/api/demand/tags/${id}`, { url: 'https://Certificate.example/vast?cb=[CACHEBUSTING]' });
    expect(await alertsOfTag(owner, id)).toEqual([]);
    await store('', 10);
    expect(await alertsOfTag(owner, id)).toMatchObject([
      { kind: 'certificate', cause: 'certificate_ends', tone: 'warn', fix: 'url', page: { label: 'Test tag' } },
    ]);
    await store('wrong_name', 100);
    const [alert] = await alertsOfTag(owner, id);
    expect(alert).toMatchObject({ cause: 'bad_certificate', tone: 'bad' });
    const { rows } = (await owner('GET', '/api/demand/tags?state=bad_certificate')).body as {
      rows: { id: number; states: { text: string }[] }[];
    };
    expect(rows.map((row) => row.id)).toEqual([id]);
    expect(alert?.text.startsWith(rows[0]?.states[0]?.text ?? '-')).toBe(true);
    const { groups } = await alertsOf(owner, '?mode=ssp');
    expect(groups).toContainEqual(expect.objectContaining({ title: 'TLS certificates', tone: 'bad', total: 1 }));
    expect(await causesOf(await api.signIn(other.logins.demand), 'tag', id)).toEqual([]);

    const mute = { entity: 'tag', id, cause: 'bad_certificate', reason: 'The partner fixes it.', days: null };
    expect((await owner('POST', '/api/dashboard/alerts/mutes', mute)).status).toBe(201);
    expect(await alertsOfTag(owner, id)).toEqual([]);
    await store('', 100);
    expect((await alertsOf(owner)).muted).toEqual([]);
    await store('', -1);
    expect(await causesOf(owner, 'tag', id)).toEqual(['bad_certificate']);
    await owner('PATCH', `/api/demand/tags/${id}`, { url: 'https://ads.example/vast' });
    expect(await causesOf(owner, 'tag', id)).toEqual([]);
  });
});

describe('[ALERT-02] a muted alert', () => {
  const muteOf = (cause: string, id: number, days: number | null = 7) => ({
    entity: 'tag',
    id,
    cause,
    reason: 'The partner fixes it.',
    days,
  });

  test('is listed apart with its reason, in the log too, and comes back when it is unmuted', async () => {
    const id = tags['slow'] ?? 0;
    const before = await alertsOf(owner);
    const muted = await owner('POST', '/api/dashboard/alerts/mutes', muteOf('timeouts', id));
    expect(muted.status, muted.text).toBe(201);
    const after = await alertsOf(owner);
    expect(after.total).toBe(before.total - 1);
    expect(after.muted).toMatchObject([
      { cause: 'timeouts', object: { id }, mute: { reason: 'The partner fixes it.', mutedBy: 'Acme demand' } },
    ]);
    const log = await owner('GET', `/api/log?entity=tag&rowId=${id}`);
    expect((log.body as { rows: { action: string }[] }).rows[0]?.action).toBe('mute');
    const path = `/api/dashboard/alerts/mutes/${(muted.body as { id: number }).id}`;
    expect((await (await api.signIn(other.logins.demand))('DELETE', path)).status).toBe(404);
    expect((await (await api.signIn('Acme-manager'))('DELETE', path)).status).toBe(403);
    expect((await owner('DELETE', path)).status).toBe(200);
    const again = await alertsOf(owner);
    expect([again.total, again.muted]).toEqual([before.total, []]);
  });

  test('needs a reason, a right to change the object, and a cause', async () => {
    const id = tags['slow'] ?? 0;
    const mute = async (caller: Caller, body: object) =>
      (await caller('POST', '/api/dashboard/alerts/mutes', body)).status;
    expect(await mute(owner, { ...muteOf('timeouts', id), reason: ' ' })).toBe(400);
    expect(await mute(owner, { ...muteOf('timeouts', id), days: 2 })).toBe(400);
    expect(await mute(owner, muteOf('sudden_zero', id))).toBe(409);
    expect(await mute(await api.signIn('Acme-manager'), muteOf('timeouts', id))).toBe(403);
    expect(await mute(await api.signIn(other.logins.demand), muteOf('timeouts', id))).toBe(404);
    expect(await api.sql('select id from alert_mutes')).toEqual([]);
  });

  test('ends with its cause, so that it comes back when the cause returns', async () => {
    const id = tags['slow'] ?? 0;
    expect((await owner('POST', '/api/dashboard/alerts/mutes', muteOf('timeouts', id, null))).status).toBe(201);
    expect((await alertsOf(owner)).muted).toHaveLength(1);
    await owner('PATCH', `/api/demand/tags/${id}`, { status: 0 });
    expect((await alertsOf(owner)).muted).toEqual([]);
    await owner('PATCH', `/api/demand/tags/${id}`, { status: 1 });
    const { alerts, muted } = await alertsOf(owner, `?entity=tag&id=${id}`);
    expect([alerts.map(({ cause }) => cause), muted]).toEqual([['timeouts'], []]);
  });

  test('ends without a reader too, but not while the figures are unavailable', async () => {
    const id = tags['slow'] ?? 0;
    expect((await owner('POST', '/api/dashboard/alerts/mutes', muteOf('timeouts', id, null))).status).toBe(201);
    const stored = () => api.sql('select cause from alert_mutes');
    const read = openFigures(api.deps);
    await endMutes(api.deps, async () => null);
    await endMutes(api.deps, read);
    expect(await stored()).toEqual([{ cause: 'timeouts' }]);
    await owner('PATCH', `/api/demand/tags/${id}`, { status: 0 });
    await endMutes(api.deps, read);
    expect(await stored()).toEqual([]);
    await owner('PATCH', `/api/demand/tags/${id}`, { status: 1 });
  });

  test('ends when its time is over', async () => {
    const id = tags['slow'] ?? 0;
    expect((await owner('POST', '/api/dashboard/alerts/mutes', muteOf('timeouts', id, 1))).status).toBe(201);
    await api.sql(`update alert_mutes set until = now() - interval '1 minute'`);
    const { alerts, muted } = await alertsOf(owner, `?entity=tag&id=${id}`);
    expect([alerts.map(({ cause }) => cause), muted]).toEqual([['timeouts'], []]);
  });
});
