import type { EntityName } from '#model/index.ts';
import { daysAround, eventually } from '../../e2e/apiClient.ts';
import type { Product } from '../../e2e/product.ts';
import { buildMp4 } from '../../media/buildMedia.ts';
import { idOf, password, type Caller } from '../../system/api/startTestApi.ts';
import { storedVast } from '../../system/product/oneTagConfiguration.ts';
import type { ProductApi } from '../openProductApi.ts';
import type { ProtectedState } from './openProtectedState.ts';
import { buildSellingAccount, type SellingAccount } from '../buildSellingAccount.ts';

/** Ids for calls: rows that the caller has no right to. */
export interface Aim {
  ids: Readonly<Partial<Record<EntityName, number>>>;
  /** Ids of objects that are not entities. */
  logEntry: number;
  batch: number;
  savedReport: number;
  share: number;
  exported: number;
  view: number;
  verificationImport: number;
  watch: number;
  serveId: string;
  file: string;
  /** Common part of the names of all these rows. */
  word: string;
}

/**
 * Parts of names: of the other account; in the own account, of the second advertiser, of the second sub-publisher, of
 * rows that belong to both, and of objects that its users share.
 */
export const words = {
  foreign: 'bravo',
  buying: 'deltabuy',
  selling: 'deltasell',
  both: 'deltaboth',
  inside: 'deltainside',
} as const;

/** Two accounts with traffic; the own account has a second advertiser and a second sub-publisher. */
export interface WalkWorld {
  own: SellingAccount;
  foreign: SellingAccount;
  foreignAim: Aim;
  /** The rows of the second advertiser and sub-publisher. */
  otherAim: Aim;
  /** The rows of the second advertiser, and of the second sub-publisher. */
  otherRows: { entity: EntityName; id: number }[];
}

/** Creates the accounts through the API, and sends traffic to every channel until reports show it. */
export async function buildWalkWorld(product: Product, api: ProductApi, state: ProtectedState): Promise<WalkWorld> {
  const own = await buildSellingAccount(api, 'alpha');
  const foreign = await buildSellingAccount(api, words.foreign);
  const other = await buildOtherPartners(own);
  await sendTraffic(product, own, `${product.adsUrl}/vast/${own.channelUid}?page=https://alpha.example/`);
  await sendTraffic(product, own, `${product.adsUrl}/vast/${other.channelUid}?page=https://${words.both}.example/`);
  const foreignAd = `${product.adsUrl}/vast/${foreign.channelUid}?page=https://${words.foreign}.example/`;
  await sendTraffic(product, foreign, foreignAd);
  const foreignIds = { ...foreign.ids, demand: foreign.demandId };
  return {
    own,
    foreign,
    foreignAim: await aimAt(foreign, foreignIds, words.foreign, state),
    otherAim: await aimAt(own, { ...other.ids, demand: own.demandId }, words.buying, state),
    otherRows: Object.entries(other.ids).map(([entity, id]) => ({ entity: entity as EntityName, id })),
  };
}

async function buildOtherPartners({ owner }: SellingAccount) {
  const create = async (path: string, values: object) => idOf(await owner('POST', `/api/demand/${path}`, values));
  const advertiser = await create('advs', { name: `${words.buying} advertiser` });
  const subpublisher = await create('subs', { name: `${words.selling} sub-publisher` });
  const stored = { source: 'stored', vastXml: storedVast, rate: '1.00' };
  const tag = await create('tags', { name: `${words.buying} tag`, advertiserId: advertiser, ...stored });
  const channel = await create('channels', { name: `${words.selling} channel`, subpublisherId: subpublisher });
  const waterfallRow = await create('waterfall', { channelId: channel, tagId: tag });
  const creative = await create('creatives', { name: `${words.buying} creative`, advertiserId: advertiser });
  const campaign = await create('campaigns', {
    name: `${words.buying} campaign`,
    advertiserId: advertiser,
    bid: '1.00',
    creativeIds: [creative],
    ownChannels: 'none',
  });
  const partner = { password, type: 'adv', advertiserId: advertiser };
  const login = await create('logins', { name: `${words.buying} login`, login: `${words.buying}-login`, ...partner });
  const { body } = await owner('GET', `/api/demand/channels/${channel}`);
  const ids = { advertiser, subpublisher, tag, channel, waterfallRow, creative, campaign, login };
  return { ids, channelUid: (body as { uid: string }).uid };
}

/** Requests an ad, sends its events, and waits until the owner's reports show them. */
async function sendTraffic({ adsUrl }: Product, { owner }: SellingAccount, url: string): Promise<void> {
  const markup = await eventually(
    async () => (await fetch(url)).text(),
    (text) => text.includes('<Impression'),
  );
  for (const [hit] of markup.matchAll(new RegExp(`${adsUrl}/e/(?:impression|start|complete)/[\\w.-]+`, 'g')))
    await fetch(hit);
  const site = new URL(new URL(url).searchParams.get('page') ?? '').hostname;
  const report = { ...daysAround(), dimensions: ['site'], metrics: ['imps'] };
  await eventually(
    async () => (await owner('POST', '/api/rrun', report)).text,
    (text) => text.includes(site),
    120,
  );
}

/** Creates the objects that are not entities, and returns all ids. */
async function aimAt(account: SellingAccount, ids: Aim['ids'], word: string, state: ProtectedState): Promise<Aim> {
  const { owner, demandId } = account;
  const numbered = async (calling: ReturnType<Caller>) => ((await calling).body as { id: number }).id;
  const request = { startDate: '2026-01-01', endDate: '2026-01-02', metrics: ['reqs'] };
  const named = (what: string) => ({ name: `${word} ${what}` });
  const isForeign = word === words.foreign;
  const savedReport = await numbered(
    owner('POST', '/api/savedReport', { ...named('report'), ivt: false, saveAs: 'file', request }),
  );
  const exported = await numbered(
    owner('POST', '/api/exports', { ...named('export'), ivt: false, format: 'csv', request }),
  );
  // Its rows change until it is done: the walk would take that for the effect of a call.
  await eventually(
    () => state.sql(`select state from report_exports where id = ${exported}`),
    ([row]) => row?.['state'] === 'done',
  );
  const values = { notes: `${word} notes` };
  const changes = [{ entity: 'tag', action: 'update', id: ids.tag, values }];
  const set = await owner('POST', '/api/changes', { changes });
  const [entry] = await state.sql(`select max(id) as id from changes where entity = 'tag' and row_id = ${ids.tag}`);
  const [verificationImport] = await state.sql(
    `insert into verification_imports (demand_id, vendor, file_name, lines, imps, first_day, last_day)
     values (${demandId}, 'pix', '${isForeign ? word : words.both}.csv', 1, 1, '2026-01-01', '2026-01-01') returning id`,
  );
  const traces = await eventually(
    () => owner('GET', `/api/demand/why/traces?kind=channel&id=${ids.channel}`),
    ({ text }) => text.includes('"serveId"'),
  );
  const upload = await owner('POST', `/api/demand/creatives/${ids.creative}/files`, buildMp4(), {
    'content-type': 'application/octet-stream',
  });
  const aim: Aim = {
    ids,
    word,
    savedReport,
    share: await numbered(owner('POST', `/api/savedReport/${savedReport}/shares`, { hours: 24, note: `${word} link` })),
    exported,
    view: await numbered(
      owner('POST', '/api/views', {
        name: `${isForeign ? word : words.inside} view`,
        page: '/tags',
        search: 'status=all',
        isShared: true,
      }),
    ),
    batch: (set.body as { batch: number }).batch,
    logEntry: Number(entry?.['id']),
    verificationImport: Number(verificationImport?.['id']),
    watch: await numbered(owner('POST', '/api/demand/watches', { kind: 'channel', id: ids.channel })),
    serveId: /"serveId":"([\w-]{16})"/.exec(traces.text)?.[1] ?? '',
    file: (upload.body as { files?: { file: string }[] }).files?.[0]?.file ?? '',
  };
  const missing = Object.entries(aim).filter(([, value]) => value === '' || Number.isNaN(value));
  if (missing.length > 0) throw new Error(`no ids of ${missing.map(([name]) => name).join(', ')}`);
  return aim;
}
