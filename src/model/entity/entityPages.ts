import type { EntityName } from './entities.ts';
import { type Edition, type EditionPart, hasPart } from '../account/editions.ts';
import type { PageLink } from './fault.ts';
import { mayRead, type Reader } from './permissions.ts';

/** The pages that list an entity, for links to its rows. */
const pagePaths: Partial<Record<EntityName, string>> = {
  demand: '/demands',
  user: '/users',
  manager: '/managers',
  role: '/roles',
  tag: '/tags',
  advertiser: '/advertisers',
  channel: '/channels',
  subpublisher: '/subpublishers',
  supplier: '/suppliers',
  adexchange: '/adexchanges',
  campaign: '/campaigns',
  creative: '/creatives',
  deal: '/deals',
  targeting: '/targetings',
  appList: '/applists',
  creList: '/crelists',
  pubList: '/publists',
  ivt: '/ivts',
  sdkApp: '/sdk',
  tooltip: '/tooltips',
  exchangeRate: '/exchangerates',
};

/** The parts of the product by the path of their page. */
const partsByPath: ReadonlyMap<string, EditionPart> = new Map([
  ...Object.entries(pagePaths).map(([entity, path]) => [path, entity as EntityName] as const),
  ['/log', 'log'],
]);

/** Whether an edition has a page; null = the plain edition. Paths that are no page of one edition count as pages of all. */
export function hasPage(edition: Edition | null, path: string): boolean {
  const part = partsByPath.get(path);
  return part === undefined || hasPart(edition, part);
}

/** Pages for admins; all others are for users of an account. */
const adminPages: readonly EntityName[] = ['demand', 'user', 'tooltip', 'exchangeRate'];
const sharedPages: readonly EntityName[] = ['appList'];

/** Path of an entity's page; undefined when it has none. */
export function pageOf(entity: string | undefined): string | undefined {
  return entity === undefined ? undefined : pagePaths[entity as EntityName];
}

/** The entity that a page lists; undefined for other pages. */
export function entityOfPage(path: string): EntityName | undefined {
  return Object.entries(pagePaths).find(([, page]) => page === path)?.[0] as EntityName | undefined;
}

/** Path of an entity's page if a user may open it; undefined otherwise. */
export function pageFor(entity: string | undefined, user: Reader): string | undefined {
  const name = entity as EntityName;
  const { role } = user;
  const isAdmin = role === 'super' || role === 'admin';
  const isReachable = sharedPages.includes(name) || adminPages.includes(name) === isAdmin;
  return isReachable && (name !== 'sdkApp' || role === 'sdk') && mayRead(user, name) ? pageOf(entity) : undefined;
}

/** A link to a field or tab of a row; nothing for entities without a page. */
export function fixInRow(
  entity: string,
  id: number,
  { label, ...place }: { label: string } & ({ field: string } | { tab: string }),
): { fix?: PageLink } {
  const page = pageOf(entity);
  const [[part, name] = []] = Object.entries(place);
  return page === undefined ? {} : { fix: { label, href: `${page}?open=${id}&${part}=${name}` } };
}

/** Whether a user may open the page of a link; true for pages without an entity. */
export function mayOpen({ href }: PageLink, user: Reader): boolean {
  const [path] = href.split('?');
  const shown = Object.entries(pagePaths).filter(([, page]) => page === path);
  return shown.length === 0 || shown.some(([entity]) => pageFor(entity, user) !== undefined);
}
