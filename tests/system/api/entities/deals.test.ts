import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DealCheckResponse, ObservedDeals } from '#api/deals/dealsContract.ts';
import type { DealTraffic } from '#api/entities/listResponse.ts';
import { buildOfferedTerms, buildOrigin, buildPayload, buildServe } from '#tests/support/events/buildRecord.ts';
import type { CandidateOutcome, OfferedDeal, SpoolRecord } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import { loadSpool } from '../../events/loadSpool.ts';
import type { FactsFixture } from '../../events/factsFixture.ts';
import { openFacts } from '../../events/openFacts.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.now();
/** The days of all test data, whenever the test runs. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const period = `from=${dayOf(now - dayMs)}&to=${dayOf(now)}`;

let facts: FactsFixture;
let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let call: Caller;
/** A second supplier of the own account. */
let pier: number;
let root = '';

function offers(account: TestAccount, supplierId: number, deals: OfferedDeal[], at = now - hourMs): SpoolRecord {
  const origin = buildOrigin({ demandId: account.demandId, channelId: 0, subpublisherId: 0, supplierId });
  return buildServe({ serveId: newServeId(), at, origin, reason: 'no_answer', candidates: [], deals });
}

/** A request that offered a deal, a bid under it, and the supplier's notices about the bid. */
function bidUnder(deal: string, outcome: 'win' | 'loss'): SpoolRecord[] {
  const origin = buildOrigin({
    demandId: own.demandId,
    channelId: 0,
    subpublisherId: 0,
    supplierId: own.ids.supplier,
  });
  const at = now - hourMs;
  const serveId = newServeId();
  const campaignId = own.ids.campaign;
  const won: CandidateOutcome = {
    tagId: 0,
    advertiserId: own.ids.advertiser,
    tier: 1,
    reason: null,
    wasSent: true,
    hasAnswered: true,
    campaignId,
    deal,
  };
  const payload = buildPayload({ serveId, servedAt: Math.floor(at / 1000) * 1000, origin });
  Object.assign(payload.ad, { advertiserId: own.ids.advertiser, tagId: 0, campaignId, deal, rev: 4_000_000 });
  const hit = { type: 'event', at: at + 1000, verdict: 'valid', payload } as const;
  return [
    buildServe({ serveId, at, origin, reason: null, candidates: [won], deals: [{ deal }] }),
    { ...hit, event: outcome, errorCode: outcome === 'loss' ? 102 : 0 },
    ...(outcome === 'win' ? [{ ...hit, event: 'impression', errorCode: 0 } as const] : []),
  ];
}

async function load(records: readonly SpoolRecord[]): Promise<void> {
  const spool = openSpool({ dir: join(root, 'spool', '0') });
  for (const record of records) await spool.append(record);
  await spool.close();
  expect(await loadSpool(root, facts.clickhouse)).toEqual([]);
}

beforeAll(async () => {
  facts = await openFacts();
  root = mkdtempSync(join(tmpdir(), 'deals-'));
  api = await startTestApi({ facts: facts.clickhouse });
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  call = await api.signIn(own.logins.demand);
  pier = idOf(await call('POST', '/api/demand/sups', { name: 'pier' }));
  const { supplier } = own.ids;
  const early = { deal: 'Spring', terms: buildOfferedTerms({ floor: 9 }) };
  const late = buildOfferedTerms({ floor: 2.5, currency: 'EUR', at: 3, seats: 'a,b', adomains: 'x.example' });
  await load([
    offers(own, supplier, [early], now - 3 * dayMs),
    offers(own, supplier, [{ deal: 'Spring', terms: late }, { deal: 'alpha-deal' }, { deal: '' }]),
    offers(own, supplier, [{ deal: 'Spring' }]),
    offers(own, pier, [{ deal: 'Spring', terms: buildOfferedTerms() }, { deal: ' ALPHA-deal' }]),
    offers(own, pier, [{ deal: 'autumn' }], now - 8 * dayMs),
    offers(foreign, foreign.ids.supplier, [{ deal: 'bravo-only' }, { deal: 'Spring' }]),
    ...bidUnder('alpha-deal', 'win'),
    ...bidUnder('alpha-deal', 'loss'),
    ...bidUnder('alpha-deal', 'loss'),
  ]);
});
afterAll(async () => {
  await api.close();
  await facts.close();
  rmSync(root, { recursive: true, force: true });
});

async function seen(by: Caller, query = ''): Promise<ObservedDeals> {
  const answer = await by('GET', `/api/demand/deals/observed${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ObservedDeals;
}

async function archive(id: number): Promise<void> {
  const answer = await call('PATCH', `/api/demand/deals/${id}`, { status: 2 });
  expect(answer.status, answer.text).toBe(200);
}

const idsIn = ({ rows }: ObservedDeals) => rows.map(({ supplierName, dealId }) => `${supplierName}: ${dealId}`);

describe('offered deals that are not set up', () => {
  test('are listed by supplier with their number of offers, the last time, and their terms', async () => {
    const page = await seen(call);
    expect(page).toMatchObject({ total: 3, page: 1, size: 50, others: { day: 1, week: 1 } });
    expect(page.rows[0]).toMatchObject({
      supplierId: own.ids.supplier,
      supplierName: 'alpha sups',
      dealId: 'Spring',
      day: 2,
      week: 3,
      terms: {
        floor: 2.5,
        currency: 'EUR',
        at: 3,
        seats: ['a', 'b'],
        adomains: ['x.example'],
        forms: ['video'],
        isGuaranteed: false,
      },
    });
    expect(Math.abs(Date.parse(page.rows[0]?.lastSeen ?? '') - (now - hourMs))).toBeLessThan(2 * 60_000);
    expect(idsIn(page)).toEqual(['alpha sups: Spring', 'pier:  ALPHA-deal', 'pier: Spring']);
  });

  test('are searched, filtered by supplier, sorted and paged', async () => {
    expect(idsIn(await seen(call, '?q=spring&sort=supplier'))).toEqual(['alpha sups: Spring', 'pier: Spring']);
    expect(idsIn(await seen(call, `?supplierId=${pier}&sort=-dealId`))).toEqual(['pier: Spring', 'pier:  ALPHA-deal']);
    expect(await seen(call, '?size=1&page=2')).toMatchObject({ total: 3, page: 2, rows: [{ supplierId: pier }] });
    const bad = await call('GET', '/api/demand/deals/observed?sort=floor&size=0&colour=red');
    expect([bad.status, problemsOf(bad).length]).toEqual([400, 3]);
  });

  test('leave the list when they are set up, for that supplier or for any, and return when that deal is archived', async () => {
    const id = idOf(
      await call('POST', '/api/demand/deals', { name: 'Spring', dealId: 'Spring', supplierId: own.ids.supplier }),
    );
    expect(idsIn(await seen(call, '?q=spring'))).toEqual(['pier: Spring']);
    const any = idOf(await call('POST', '/api/demand/deals', { name: 'Spring of any', dealId: 'Spring' }));
    expect(idsIn(await seen(call, '?q=spring'))).toEqual([]);
    for (const each of [id, any]) await archive(each);
    expect(idsIn(await seen(call, '?q=spring'))).toEqual(['alpha sups: Spring', 'pier: Spring']);
  });

  test('are those of the own suppliers, for every user who may see deals', async () => {
    expect(idsIn(await seen(await api.signIn(foreign.logins.demand)))).toEqual([
      'bravo sups: Spring',
      'bravo sups: bravo-only',
    ]);
    expect((await seen(await api.signIn('alpha-manager'))).total).toBe(3);
    for (const login of [own.logins.sub, own.logins.adv, own.logins.sdk]) {
      const answer = await (await api.signIn(login))('GET', '/api/demand/deals/observed');
      expect(answer.status, login).toBe(403);
    }
  });

  test('are shown to a manager of one advertiser, without those set up for another', async () => {
    const values = {
      login: 'alpha-narrow',
      password,
      managerRole: 'trafficker',
      scopeAdvertiserIds: [own.ids.advertiser],
    };
    idOf(await call('POST', '/api/demand/managers', { name: 'narrow', ...values }));
    const other = idOf(await call('POST', '/api/demand/advs', { name: 'other advertiser' }));
    const hidden = { name: 'hidden', dealId: 'Spring', supplierId: pier, advertiserId: other };
    const id = idOf(await call('POST', '/api/demand/deals', hidden));
    const narrow = await api.signIn('alpha-narrow');
    expect(idsIn(await seen(narrow, '?q=spring'))).toEqual(['alpha sups: Spring']);
    expect((await narrow('GET', `/api/demand/deals/${id}/check`)).status).toBe(404);
    await archive(id);
  });
});

describe('the list of deals', () => {
  test('has their figures, their number of offers, and why most bids were lost', async () => {
    const answer = await call('GET', `/api/demand/deals?${period}&metrics=bids,wins,win_rate,imps,rev&sort=-bids`);
    const { rows, totals } = answer.body as { rows: Record<string, unknown>[]; totals: unknown };
    expect(rows[0]).toMatchObject({
      id: own.ids.deal,
      metrics: { bids: 3, wins: 1, win_rate: 0.333333, imps: 1, rev: '0.004' },
      traffic: {
        offers: 4,
        reason: { code: 'loss_102', text: 'Lost to a higher bid', count: 2 },
      } satisfies DealTraffic,
    });
    expect(totals).toMatchObject({ metrics: { bids: 3, imps: 1 } });
  });

  test('of another account has none of them', async () => {
    const answer = await (await api.signIn(foreign.logins.demand))('GET', '/api/demand/deals?metrics=bids');
    expect(answer.body).toMatchObject({
      rows: [{ metrics: { bids: 0 }, traffic: { offers: 0, reason: null } }],
      totals: { metrics: { bids: 0 } },
    });
  });

  test('of an admin has those of every account', async () => {
    const answer = await (
      await api.signIn('super')
    )('GET', `/api/demand/deals?${period}&metrics=bids&demandId=${own.demandId}`);
    expect(answer.body).toMatchObject({ rows: [{ metrics: { bids: 3 }, traffic: { offers: 4 } }] });
  });
});

describe('the check of a deal', () => {
  const check = async (by: Caller, id: number): Promise<DealCheckResponse> => {
    const answer = await by('GET', `/api/demand/deals/${id}/check`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as DealCheckResponse;
  };
  const line = ({ checks }: DealCheckResponse, name: string) => checks.find((each) => each.name === name);

  test('shows its offers, its bids, and that no campaign uses it', async () => {
    const answer = await check(call, own.ids.deal);
    expect(line(answer, 'traffic')).toMatchObject({
      verdict: 'ok',
      text: 'alpha sups offered it 4 times in the last 24 hours.',
    });
    expect(line(answer, 'bids')).toMatchObject({ verdict: 'ok', text: expect.stringContaining('3 bids') });
    expect(line(answer, 'campaign')).toMatchObject({
      verdict: 'not',
      fix: { entity: 'campaign', id: null, field: 'dealIds' },
    });
    expect(answer.offers).toMatchObject([{ dealId: 'alpha-deal', day: 4 }]);
  });

  test('names an id that is nearly the same, and a campaign that cannot bid', async () => {
    const id = idOf(await call('POST', '/api/demand/deals', { name: 'Near', dealId: 'ALPHA-DEAL', supplierId: pier }));
    const update = await call('PATCH', `/api/demand/campaigns/${own.ids.campaign}`, { dealIds: [id], status: 0 });
    expect(update.status, update.text).toBe(200);
    const answer = await check(call, id);
    expect(line(answer, 'traffic')).toMatchObject({
      verdict: 'not',
      text: 'No request offers it. Requests offer “ ALPHA-deal”, which differs only in spaces.',
      fix: { entity: 'deal', id, field: 'dealId' },
    });
    expect(line(answer, 'campaign')).toMatchObject({
      verdict: 'not',
      fix: { entity: 'campaign', id: own.ids.campaign, field: 'status' },
    });
  });

  test('only applies to own deals', async () => {
    const other = await api.signIn(foreign.logins.demand);
    expect((await other('GET', `/api/demand/deals/${own.ids.deal}/check`)).status).toBe(404);
    expect((await call('GET', '/api/demand/deals/x/check')).status).toBe(400);
    const answer = await (await api.signIn(own.logins.adv))('GET', `/api/demand/deals/${own.ids.deal}/check`);
    expect(answer.status).toBe(403);
  });
});
