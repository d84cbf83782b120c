import type { ValidRequest } from './buildAdRequest.ts';
import type { ApiRoute } from '../readApiRoutes.ts';
import type { Random } from '../createRandom.ts';
import type { FuzzWorld } from './fuzzWorld.ts';
import { mutateValue } from './mutateValue.ts';
import { malformedPathSegment, malformedQuery } from './malformedPath.ts';
import { writeMalformedJson } from './writeMalformedJson.ts';
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
export function buildApiRequest(world: FuzzWorld, random: Random): ValidRequest {
  // Signing out would end the session for all further calls.
  const routes = world.routes.filter(({ path }) => path !== '/api/auth/logout');
  const route = random.pick(routes);
  const caller = random.pick(world.callers);
  if (random.boolean(0.04)) {
    return { method: 'GET', path: random.pick(pages), headers: [...caller.headers], body: null };
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => partOf(route, name, world, random));
  const query = random.boolean(0.15)
    ? malformedQuery(
        random,
        route.query.map(({ name }) => name),
      )
    : validQuery(route, world, random);
  return { method: route.method, path: path + query, ...bodyOf(route, world, random, caller.headers) };
}

/** Value of a path parameter: valid, or sometimes malformed. */
function partOf(route: ApiRoute, name: string, world: FuzzWorld, random: Random): string {
  if (random.boolean(0.1)) return malformedPathSegment(random);
  if (name === 'month') return random.pick(['2026-01', '2026-13', '0000-00']);
  if (name === 'id' || name === 'batch' || name === 'shareId') {
    const id = world.ids[entityOfPath(route.path) ?? 'demand'];
    return String(random.boolean(0.8) && id !== undefined ? id : 1 + random.below(20));
  }
  return `some_${name}`;
}

function validQuery(route: ApiRoute, world: FuzzWorld, random: Random): string {
  const query = new URLSearchParams();
  for (const { name, schema } of route.query) {
    if (!random.boolean(2 / (2 + route.query.length))) continue;
    const value = referTo(route, world)(name, schema) ?? sampleValue(schema, random, referTo(route, world));
    query.set(name, String(value));
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}

function bodyOf(
  route: ApiRoute,
  world: FuzzWorld,
  random: Random,
  signedIn: readonly [string, string][],
): Pick<ValidRequest, 'headers' | 'body'> {
  const headers = [...signedIn];
  if (route.body) {
    const value = sampleValue(route.body, random, referTo(route, world), random.next());
    const text = writeMalformedJson(mutateValue(value, random.pick([0, 0, 1, 2]), random), random);
    return { headers: [...headers, ['Content-Type', 'application/json']], body: Buffer.from(text) };
  }
  const [type] = route.contentTypes;
  if (type === undefined) return { headers, body: null };
  const id = world.ids[entityOfPath(route.path) ?? 'tag'] ?? 1;
  const lines = random.pick([
    `id,name\r\n${id},"a ""b"""\r\n`,
    'name\nx\ny\n',
    'com.example.a\ncom.example.b\n',
    `bidhouse: 1\ntags: [{ id: ${id}, name: a }]\n`,
    '{}',
    '',
  ]);
  return { headers: [...headers, ['Content-Type', random.pick(route.contentTypes)]], body: Buffer.from(lines) };
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
