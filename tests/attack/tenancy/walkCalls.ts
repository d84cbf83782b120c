import { noSession } from '../../system/api/access/sampleCalls.ts';
import { entities, type EntityName } from '#model/index.ts';
import { daysAround } from '../../e2e/apiClient.ts';
import type { ApiRoute, JsonSchema } from '../readApiRoutes.ts';
import type { Random } from '../createRandom.ts';
import { entityOfPath, referencedEntity } from '../referencedEntity.ts';
import { sampleValue, type ResolveReference } from '../sampleValue.ts';
import { words, type Aim } from './buildWalkWorld.ts';

/** One call of the walk. */
export interface WalkCall {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Report dimensions whose values are names of rows, or declared by traffic. */
const dimensions =
  'account channel subpublisher tag advertiser supplier adexchange campaign own_creative creative site app publisher reason deal'.split(
    ' ',
  );

/** The calls of a route that name the target's rows in path, query and body. */
export function walkCalls(route: ApiRoute, aim: Aim, random: Random): WalkCall[] {
  // The target has no row of this entity.
  if (route.path.includes('{id}') && idOfPath(route.path, aim) === undefined) return [];
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => partOf(route, name, aim));
  if (!route.body && route.contentTypes.length === 0) {
    return ['', ...queriesOf(route, aim, random)].map((query) => ({ method: route.method, path: path + query }));
  }
  const [type] = route.contentTypes;
  const headers = type === undefined ? {} : { headers: { 'content-type': type } };
  const query = neededQuery(route, aim, random);
  return bodiesOf(route, aim, random).map((body) => ({ method: route.method, path: path + query, body, ...headers }));
}

/** The query that a route with a body requires. */
function neededQuery(route: ApiRoute, aim: Aim, random: Random): string {
  const needed = route.query.filter(({ required, schema }) => required || schema.enum);
  const query = needed.map(({ name, schema }): [string, string] => [
    name,
    String(referTo(route, aim)(name, schema) ?? sampleValue(schema, random, referTo(route, aim))),
  ]);
  return query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
}

function partOf(route: ApiRoute, name: string, aim: Aim): string {
  if (name === 'id') return String(idOfPath(route.path, aim));
  if (name === 'batch') return String(aim.batch);
  if (name === 'shareId') return String(aim.share);
  if (name === 'serveId') return aim.serveId;
  if (name === 'file') return aim.file;
  if (name === 'sessionId' || name === 'factorId' || name === 'deviceId') return noSession;
  if (name === 'month') return new Date().toISOString().slice(0, 7);
  if (name === 'entity') return 'tag';
  return `unknown_${name}`;
}

/** Ids of objects in paths that are not entities. */
const others: readonly [prefix: string, read: (aim: Aim) => number | undefined][] = [
  ['/api/log', (aim) => aim.logEntry],
  ['/api/demand/watches', (aim) => aim.watch],
  ['/api/views', (aim) => aim.view],
  ['/api/exports', (aim) => aim.exported],
  ['/api/verification/imports', (aim) => aim.verificationImport],
  ['/api/saved', (aim) => aim.savedReport],
  ['/api/finance', (aim) => aim.ids.demand],
];

function idOfPath(path: string, aim: Aim): number | undefined {
  const other = others.find(([prefix]) => path.startsWith(prefix));
  const entity = entityOfPath(path);
  if (other) return other[1](aim);
  return entity === null ? aim.ids.demand : aim.ids[entity];
}

function referTo(route: ApiRoute, aim: Aim): ResolveReference {
  return (name, schema) => {
    const entity = name === 'id' || name === 'ids' ? entityOfPath(route.path) : referencedEntity(name);
    const id = entity === null ? undefined : aim.ids[entity];
    return id === undefined || !takesIds(schema) ? undefined : schema.type === 'array' ? [id] : id;
  };
}

function takesIds({ type, items, anyOf }: JsonSchema): boolean {
  if (type === 'array') return items !== undefined && (takesIds(items) || (items.anyOf ?? []).some(takesIds));
  return type === 'integer' || type === 'number' || (anyOf ?? []).some(takesIds);
}

/** Queries that request the target's rows by id, by kind, and by name. */
function queriesOf(route: ApiRoute, aim: Aim, random: Random): string[] {
  const found: string[] = [];
  const has = (name: string) => route.query.some((each) => each.name === name);
  for (const { name } of route.query) {
    const entity =
      referencedEntity(name) ?? (name in entities ? (name as EntityName) : name === 'account' ? 'demand' : null);
    const id = entity === null ? undefined : aim.ids[entity];
    if (id !== undefined) found.push(`?${name}=${id}`);
  }
  if (has('q')) found.push(`?q=${aim.word}`, `?q=${aim.word.slice(0, 5)}`);
  if (has('status')) found.push('?status=0,1,2&size=1000');
  if (has('kind') && has('id')) {
    for (const kind of ['channel', 'tag', 'advertiser', 'campaign', 'subpublisher', 'demand', 'account'] as const) {
      const id = aim.ids[kind === 'account' ? 'demand' : kind];
      if (id !== undefined) found.push(`?kind=${kind}&id=${id}`);
    }
  }
  const rich = new URLSearchParams();
  for (const { name, schema } of route.query) {
    if (random.boolean(0.5)) rich.set(name, String(sampleValue(schema, random, referTo(route, aim))));
  }
  return rich.size > 0 ? [...found, `?${rich.toString()}`] : found;
}

/** Bodies that would change, read or refer to the target's rows. */
function bodiesOf(route: ApiRoute, aim: Aim, random: Random): unknown[] {
  const entity = entityOfPath(route.path);
  const id = entity === null ? undefined : aim.ids[entity];
  if (route.path === '/api/config') {
    return [`bidhouse: 1\ntags:\n  - { id: ${aim.ids.tag}, name: taken over, advertiser: ${aim.ids.advertiser} }\n`];
  }
  if (route.path === '/api/changes') {
    return (Object.entries(aim.ids) as [EntityName, number][]).map(([name, rowId]) => ({
      changes: [
        {
          entity: name,
          action: 'update',
          id: rowId,
          values: name === 'waterfallRow' ? { weight: 7 } : { name: 'taken over' },
        },
      ],
    }));
  }
  if (route.path === '/api/rrun' || route.path === '/api/reports/explain' || route.path === '/api/exports')
    return reportBodies(route, aim);
  if (route.path === '/api/demand/whatif') {
    const changes = [{ entity: 'tag', id: aim.ids.tag, values: { rate: '9.00' } }];
    return [{ channelId: aim.ids.channel, changes }];
  }
  if (route.path === '/api/demand/watches') return [{ kind: 'channel', id: aim.ids.channel }];
  if (route.path.endsWith('/attach')) {
    const pair = [aim.ids.tag, aim.ids.channel];
    return ['attach', 'detach'].flatMap((action) => pair.map((to) => ({ ids: pair, to: [to], action })));
  }
  if (route.contentTypes.length > 0)
    return [`id,name\r\n${id ?? idOfPath(route.path, aim)},taken over\r\n`, 'com.taken.over\r\n'];
  if (route.path.endsWith('/bulk')) {
    const all = [{ q: aim.word }, { filters: referredFilters(entity, aim) }].map((chosen) => ({
      all: chosen,
      status: 2,
    }));
    if (id === undefined) return all.slice(0, 1);
    return [
      ...all,
      { ids: [id], status: 2 },
      { ids: [id], edits: [{ field: 'name', verb: 'set', value: 'taken over' }] },
    ];
  }
  if (id === undefined && /\/(clone|import)$/.test(route.path)) return [];
  if (route.path.endsWith('/clone')) return [{ ids: [id], hasChildren: true }, { name: 'copy' }];
  if (!route.body) return [];
  const samples = [0, 0.2, 0.5].map((richness) => sampleValue(route.body ?? {}, random, referTo(route, aim), richness));
  if (route.method !== 'PATCH') return samples;
  return [entity === 'waterfallRow' ? { weight: 77 } : { name: 'taken over' }, { status: 2 }, ...samples];
}

/** Filters that match the target's rows only. */
function referredFilters(entity: EntityName | null, { ids, word }: Aim): Record<string, number[]> {
  const { fields = {} } = entity === null ? {} : entities[entity];
  for (const name of ['advertiserId', 'subpublisherId', 'channelId', 'tagId'] as const) {
    const target = referencedEntity(name);
    const id = target === null ? undefined : ids[target];
    if (name in fields && id !== undefined) return { [name]: [id] };
  }
  // All rows of the own account would include more than the target.
  return { demandId: [word === words.foreign ? (ids.demand ?? 0) : 0x7fffffff] };
}

/** Reports by every dimension with names, and with filters for the target's rows. */
function reportBodies({ path }: ApiRoute, aim: Aim): unknown[] {
  const range = daysAround();
  const filtered = (['channel', 'tag', 'advertiser', 'subpublisher'] as const).map((dim) => ({
    ...range,
    dimensions: [dim],
    metrics: ['imps'],
    filters: [{ dim, op: 'in', values: [aim.ids[dim] ?? 0] }],
  }));
  const requests = [
    ...dimensions.flatMap((each) =>
      ['imps', 'reqs'].map((metric) => ({ ...range, dimensions: [each], metrics: [metric] })),
    ),
    ...filtered,
  ];
  return path === '/api/exports'
    ? requests.slice(0, 2).map((request) => ({ name: 'walk', ivt: false, format: 'csv', request }))
    : requests;
}
