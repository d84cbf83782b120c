import type { Route } from '#api/route.ts';
import type { EntityName } from '#model/index.ts';
import type { TestAccount } from '../buildAccount.ts';
import { password } from '../startTestApi.ts';

/** The entity of the rows at a path. */
export function entityOf(route: Route): EntityName | null {
  return typeof route.access === 'object' && 'entity' in route.access ? route.access.entity : null;
}

/** A profile as its demand user sends it. */
const emptyProfile = {
  companyName: '',
  companyAddress: '',
  contactNumber: '',
  contactExpired: null,
  timezone: 0,
  contacts: [],
  sellersJson: [],
  tagParams: null,
  delOldCreatives: null,
};

export const reportRequest = { startDate: '2026-01-01', endDate: '2026-01-02', metrics: ['reqs'] };
const anyIssuer = { name: 'x', address: 'x', taxId: '', bank: '' };
/** Passkeys that no authenticator has made. */
const noCredential = { id: 'none', rawId: 'none', type: 'public-key' };
const noAssertion = { ...noCredential, response: { clientDataJSON: 'e30', authenticatorData: '', signature: '' } };
const noAttestation = { ...noCredential, response: { clientDataJSON: 'e30', attestationObject: '' } };

const noPrices = { priceReq: '0', priceImp: '0', priceDsp: 0, pricePostbid: '0' };
export const view = { page: '/tags', name: 'x', search: 'status=all' };
const schedule = {
  ...{ repeats: 'daily', weekDays: [], monthDay: null, time: '08:00', zone: 'UTC', startDate: null, endDate: null },
  ...{ format: 'csv', colleagueIds: [], emails: [], emailForm: 'link', isPaused: false },
};
export const share = { hours: 24, note: 'bravo link' };
export const savedReport = { name: 'x', ivt: false, saveAs: 'file', request: reportRequest };

const identityProvider = {
  ...{ name: 'x', isEnabled: false, issuer: 'https://login.company.example', clientId: 'x', clientSecret: 'x' },
  ...{ groupsClaim: 'groups', groupRoles: [], defaultRole: null, createsUsers: false, trustsEmail: false },
  allowsPasswords: true,
};

/** Mutes the alert of a campaign without creatives. */
export function muteOf(campaignId: number) {
  return { entity: 'campaign', id: campaignId, cause: 'no_creative', reason: 'x', days: 7 };
}

/** An id that no session has. */
export const noSession = '00000000-0000-4000-8000-000000000000';

/** The objects of sample calls. */
export interface CallSubject {
  demandId: number;
  ids: TestAccount['ids'];
  tooltipId: number;
  exchangeRateId: number;
}

/**
 * A valid body for a route, about objects that its caller must not reach. A new route with a body needs its line here.
 */
export function bodyFor(route: Route, subject: CallSubject): unknown {
  const rowsOf = entityOf(route);
  if (route.path.endsWith('/import') && rowsOf) return `id,name\r\n${idOfSubject(rowsOf, subject)},taken over`;
  if (route.path === '/api/config') {
    return `bidhouse: 1\ntags:\n  - { id: ${subject.ids.tag}, name: taken over, advertiser: ${subject.ids.advertiser} }\n`;
  }
  if (!route.body) return undefined;
  const { ids, demandId } = subject;
  const bodies: Record<string, unknown> = {
    'POST /api/auth/login': { login: 'nobody', password: 'no password' },
    'POST /api/auth/link': { token: 'no token' },
    'POST /api/auth/password': { token: 'no token', password },
    'POST /api/auth/lost': { login: 'nobody' },
    'POST /api/auth/factor': { code: '000000' },
    'POST /api/auth/passkey': { passkey: noAssertion },
    'POST /api/session/factors/app': { name: 'x', setup: 'none', code: '000000' },
    'POST /api/session/factors/passkey': { name: 'x', passkey: noAttestation },
    'POST /api/session/confirmation': { code: '000000' },
    'PUT /api/demand/signInPolicy': { requiresFactor: true },
    'PUT /api/session/password': { currentPassword: 'not the password', password: 'another good password' },
    'PUT /api/sso': identityProvider,
    'POST /api/sso/test': { issuer: identityProvider.issuer },
    'POST /api/sso/domains': { domain: 'company.example' },
    'PUT /api/session/viewedRole': { role: ids.role },
    'POST /api/rrun': reportRequest,
    'POST /api/reports/explain': reportRequest,
    'POST /api/savedReport': savedReport,
    'POST /api/keys': { name: 'x', scopes: ['reports:read'], expiresAt: null },
    'POST /api/keys/{id}/rotate': {},
    'POST /api/savedReport/{id}/clone': { name: 'x' },
    'POST /api/savedReport/{id}/shares': share,
    'POST /api/exports': { name: 'x', ivt: false, format: 'csv', request: reportRequest },
    'PUT /api/savedReport/{id}/schedule': schedule,
    'POST /api/views': view,
    'PUT /api/dailyMail': { isOn: false },
    'PUT /api/demand/info': { ...emptyProfile, name: 'taken over' },
    'PUT /api/finance/settings': { ...anyIssuer, prefix: 'X-', netDays: 30, taxRate: null },
    'POST /api/finance/months/{month}/close': { demandIds: [demandId] },
    'POST /api/finance/months/{month}/accounts/{id}/reopen': { reason: 'x' },
    'POST /api/finance/months/{month}/accounts/{id}/adjustments': { amount: '1', reason: 'x' },
    'POST /api/finance/months/{month}/accounts/{id}/carry': { into: '2026-02' },
    'POST /api/finance/months/{month}/accounts/{id}/settlements': {
      kind: 'advertiser',
      partnerId: ids.advertiser,
      amount: '1',
      settledOn: '2026-01-01',
    },
    'POST /api/finance/settlements/{id}/reverse': { reason: 'x' },
    'POST /api/finance/invoices/{id}/payments': { amount: '1', paidOn: '2026-01-01' },
    'POST /api/finance/invoices/{id}/void': { reason: 'x' },
    'POST /api/finance/accounts/{id}/prices': { ...noPrices, validFrom: null },
    'POST /api/users/{id}/erase': { login: 'x' },
    'PUT /api/admin/config': { postbidMaxImps: 1, postbidMaxReps: 1 },
    'POST /api/demands': { name: 'charlie' },
    'POST /api/users': { name: 'x', login: `x${Math.random()}`, type: 'demand', demandId },
    'POST /api/demand/advs': { name: `x${Math.random()}` },
    'POST /api/demand/subs': { name: `x${Math.random()}` },
    'POST /api/demand/tags': { name: 'x', advertiserId: ids.advertiser, url: 'https://ads.example/' },
    'POST /api/demand/channels': { name: 'x', subpublisherId: ids.subpublisher },
    'POST /api/demand/waterfall': { channelId: ids.channel, tagId: ids.tag },
    'POST /api/demand/logins': { name: 'x', login: `x${Math.random()}`, type: 'sdk' },
    'POST /api/demand/managers': { name: 'x', login: `x${Math.random()}` },
    'POST /api/demand/roles': { name: `x${Math.random()}`, permissions: { reports: 'read' } },
    'POST /api/demand/sups': { name: `x${Math.random()}` },
    'POST /api/demand/adexchanges': { name: `x${Math.random()}`, endpoint: 'https://buyer.example/bid' },
    'POST /api/demand/campaigns': { name: `x${Math.random()}`, advertiserId: ids.advertiser, bid: '1.50' },
    'POST /api/demand/creatives': { name: `x${Math.random()}`, advertiserId: ids.advertiser },
    'POST /api/demand/creatives/{id}/review': { review: 'rejected', note: 'taken over' },
    'POST /api/demand/creatives/{id}/scan': {},
    'POST /api/demand/creatives/{id}/scan/accept': { code: 'redirect', subject: 'x', reason: 'x' },
    'POST /api/demand/creatives/{id}/scan/reopen': { code: 'redirect', subject: 'x' },
    'POST /api/demand/creatives/review': { ids: [ids.creative], review: 'rejected', note: 'taken over' },
    'POST /api/demand/deals': { name: `x${Math.random()}`, dealId: 'x', supplierId: ids.supplier },
    'POST /api/demand/targetings': { name: `x${Math.random()}` },
    'POST /api/demand/targetings/test': { targetingId: ids.targeting, request: {} },
    'POST /api/demand/applists': { name: `x${Math.random()}` },
    'POST /api/demand/crelists': { name: `x${Math.random()}` },
    'POST /api/demand/publists': { name: `x${Math.random()}` },
    'POST /api/demand/applists/{id}/members/undo': { entry: 1 },
    'POST /api/demand/crelists/{id}/members/undo': { entry: 1 },
    'POST /api/demand/publists/{id}/members/undo': { entry: 1 },
    'POST /api/demand/ivts': { name: `x${Math.random()}`, url: 'https://pixel.example/' },
    'POST /api/sdk/apps': { name: `x${Math.random()}`, bundle: `x${Math.random()}` },
    'POST /api/vastTester/tests': { tagId: ids.tag },
    'POST /api/vastTester/bidders': { tagId: ids.tag },
    'POST /api/vastTester/trackers': { urls: ['https://pixel.example/'] },
    'POST /api/dashboard/alerts/mutes': muteOf(ids.campaign),
    'POST /api/waiting/{id}/reject': { reason: 'x' },
    'POST /api/cutoffs': { kind: 'tag', id: ids.tag, reason: 'x' },
    'POST /api/admin/system/lists/{list}/fetch': {},
    'POST /api/demand/watches': { kind: 'channel', id: ids.channel },
    'POST /api/demand/whatif': {
      channelId: ids.channel,
      changes: [{ entity: 'tag', id: ids.tag, values: { rate: '1.00' } }],
    },
    'POST /api/demand/campaigns/forecast': { id: ids.campaign, values: { bid: '9.00' } },
    'POST /api/sdk/placements': { name: `x${Math.random()}`, sdkAppId: ids.sdkApp, channelId: ids.channel },
    'POST /api/sdk/configs': { name: `x${String(Math.random()).slice(2)}`, sdkAppId: ids.sdkApp },
    'PATCH /api/sdk/configs/{id}': { note: 'taken over' },
    'POST /api/changes': {
      changes: [{ entity: 'tag', action: 'update', id: ids.tag, values: { name: 'taken over' } }],
    },
    'POST /api/tooltips/import': { tooltips: [{ name: 'tag.url', title: 'x', body: 'x' }] },
    'POST /api/exchangerates': { currency: 'JPY', perUsd: '157.10' },
    'PATCH /api/exchangerates/{id}': { perUsd: '0.93' },
    'POST /api/tooltips': { name: `tag.x${String(Math.random()).slice(2)}`, title: 'x', body: 'x' },
  };
  if (route.path.endsWith('/signIn/link')) return { isMailed: false };
  const known = bodies[`${route.method} ${route.path}`];
  if (known !== undefined) return known;
  const entity = entityOf(route);
  if (route.path.endsWith('/bulk') && entity) return { ids: [idOfSubject(entity, subject)], status: 0 };
  if (route.path.endsWith('/clone') && entity) return { ids: [idOfSubject(entity, subject)], hasChildren: true };
  if (route.path.endsWith('/attach')) {
    const isOfTags = route.path.includes('/tags/');
    return { ids: [ids.tag, ids.channel], to: [isOfTags ? ids.channel : ids.tag], action: 'attach' };
  }
  if (route.method === 'PATCH') return entity === 'waterfallRow' ? { weight: 77 } : { name: 'taken over' };
  throw new Error(`no sample body for ${route.method} ${route.path}: add one`);
}

/** The object of an entity in sample calls. */
export function idOfSubject(entity: EntityName, subject: CallSubject): number {
  if (entity === 'demand') return subject.demandId;
  if (entity === 'exchangeRate') return subject.exchangeRateId;
  return entity === 'tooltip' ? subject.tooltipId : subject.ids[entity];
}
