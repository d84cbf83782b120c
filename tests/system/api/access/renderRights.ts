import { mayCall } from '#api/mayCall.ts';
import type { Route } from '#api/route.ts';
import {
  type Action,
  type Edition,
  editions,
  entityList,
  type EntityName,
  isAllowed,
  permissions,
  type Role,
} from '#model/index.ts';

const roles = Object.keys(permissions) as Role[];

const letters: readonly [Action, string][] = [
  ['read', 'R'],
  ['create', 'C'],
  ['update', 'U'],
  ['delete', 'D'],
];

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Entities × roles as Markdown. */
export function renderEntityRights(): string {
  const rows = entityList.map(({ name, pluralLabel }) => [
    `${pluralLabel} (\`${name}\`)`,
    ...roles.map((role) => {
      const allowed = letters.filter(([action]) => isAllowed(role, name as EntityName, action));
      return allowed.map(([, letter]) => letter).join('') || '–';
    }),
  ]);
  return table(['Objects', ...roles], rows);
}

/** True when a route belongs to the objects of an entity, so that the table of entities covers it. */
function isOfEntity({ access, chapter }: Route): boolean {
  return (
    typeof access === 'object' && 'entity' in access && entityList.some(({ pluralLabel }) => pluralLabel === chapter)
  );
}

/** All other calls × roles as Markdown: one row for those of a chapter that the same roles may make. */
export function renderCallRights(routes: readonly Route[]): string {
  const groups = new Map<string, { route: Route; calls: string[] }>();
  for (const route of routes) {
    if (isOfEntity(route)) continue;
    const key = JSON.stringify([route.chapter, whoMay(route)]);
    const group = groups.get(key) ?? { route, calls: [] };
    group.calls.push(`${route.method} ${route.path}`);
    groups.set(key, group);
  }
  const rows = [...groups.values()].map(({ route, calls }) => [
    route.chapter,
    calls.map((call) => `\`${call}\``).join('<br>'),
    ...whoMay(route),
  ]);
  return table(['Section', 'Calls', 'signed out', ...roles], rows);
}

/** ✓ or – for callers without a login, then for each role, in the edition that has the call. */
function whoMay({ access }: Route): string[] {
  const everyPartner = { advertiserIds: null, subpublisherIds: null };
  const mayIn = (role: Role, database: Edition) =>
    mayCall(access, { role, showDsp: true, config: { database }, scope: everyPartner });
  const may = [mayCall(access, null), ...roles.map((role) => editions.some((edition) => mayIn(role, edition)))];
  return may.map((each) => (each ? '✓' : '–'));
}
