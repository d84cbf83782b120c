import type { ValidRequest } from './buildAdRequest.ts';
import type { ApiRoute } from '../readApiRoutes.ts';
import type { Chance } from '../createChance.ts';
import type { FuzzWorld } from './fuzzWorld.ts';
import { mutateValue } from './mutateValue.ts';
import { malformedPathSegment, malformedQuery } from './oddPath.ts';
import { writeMalformedJson } from './writeOddJson.ts';
import { entityOfPath, referencedEntity } from '../referencedEntity.ts';
import { sampleValue, type ResolveReference } from '../sampleValue.ts';

/** Pages of the console, and addresses that do not exist. */
const pages = [
  '/',
  '/login',
  '/tags',
  '/channels?status=all',
  '/assets/x.js',
  '/shared/x',
  '/stage/x',
  '/healthz',
  '/readyz',
  '/favicon.svg',
  '/api',
  '/internal/x',
  '/api/nothing',
];

/** A call of the management API, mostly valid. */
export function buildApiRequest(world: FuzzWorld, chance: Chance): ValidRequest {
  // Signing out would end the session for all further calls.
  const routes = world.routes.filter(({ path }) => path !== '/api/auth/logout');
  const route = chance.pick(routes);
  const caller = chance.pick(world.callers);
  if (chance.isLucky(0.04)) {
    return { method: 'GET', path: chance.pick(pages), headers: [...caller.headers], body: null };
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => partOf(route, name, world, chance));
  const query = chance.isLucky(0.15)
    ? malformedQuery(
        chance,
        route.query.map(({ name }) => name),
      )
    : validQuery(route, world, chance);
  return { method: route.method, path: path + query, ...bodyOf(route, world, chance, caller.headers) };
}

/** Value of a path parameter: valid, or sometimes malformed. */
function partOf(route: ApiRoute, name: string, world: FuzzWorld, chance: Chance): string {
  if (chance.isLucky(0.1)) return malformedPathSegment(chance);
  if (name === 'month') return chance.pick(['2026-01', '2026-13', '0000-00']);
  if (name === 'id' || name === 'batch' || name === 'shareId') {
    const id = world.ids[entityOfPath(route.path) ?? 'demand'];
    return String(chance.isLucky(0.8) && id !== undefined ? id : 1 + chance.below(20));
  }
  return `some_${name}`;
}

function validQuery(route: ApiRoute, world: FuzzWorld, chance: Chance): string {
  const query = new URLSearchParams();
  for (const { name, schema } of route.query) {
    if (!chance.isLucky(2 / (2 + route.query.length))) continue;
    const value = referTo(route, world)(name, schema) ?? sampleValue(schema, chance, referTo(route, world));
    query.set(name, String(value));
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}

function bodyOf(
  route: ApiRoute,
  world: FuzzWorld,
  chance: Chance,
  signedIn: readonly [string, string][],
): Pick<ValidRequest, 'headers' | 'body'> {
  const headers = [...signedIn];
  if (route.body) {
    const value = sampleValue(route.body, chance, referTo(route, world), chance.next());
    const text = writeMalformedJson(mutateValue(value, chance.pick([0, 0, 1, 2]), chance), chance);
    return { headers: [...headers, ['Content-Type', 'application/json']], body: Buffer.from(text) };
  }
  const [type] = route.contentTypes;
  if (type === undefined) return { headers, body: null };
  const id = world.ids[entityOfPath(route.path) ?? 'tag'] ?? 1;
  const lines = chance.pick([
    `id,name\r\n${id},"a ""b"""\r\n`,
    'name\nx\ny\n',
    'com.example.a\ncom.example.b\n',
    `bidhouse: 1\ntags: [{ id: ${id}, name: a }]\n`,
    '{}',
    '',
  ]);
  return { headers: [...headers, ['Content-Type', chance.pick(route.contentTypes)]], body: Buffer.from(lines) };
}

/** Ids of the attacked account for properties that refer to rows. */
function referTo(route: ApiRoute, { ids }: FuzzWorld): ResolveReference {
  return (name, schema) => {
    const entity = name === 'id' || name === 'ids' ? entityOfPath(route.path) : referencedEntity(name);
    const id = entity === null ? undefined : ids[entity];
    if (id === undefined || schema.enum) return undefined;
    return schema.type === 'array' ? [id] : id;
  };
}
