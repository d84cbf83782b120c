import type { EntityName } from './entities.ts';
import type { PageLink } from './fault.ts';
import { isAllowed, type Role } from './permissions.ts';

/** The page that lists an entity, for links to its rows. */
const pagePaths: Partial<Record<EntityName, string>> = {
  demand: '/demands',
  user: '/users',
  manager: '/managers',
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

/** Pages that admins open; all others are for the people of an account. */
const adminPages: readonly EntityName[] = ['demand', 'user', 'tooltip', 'exchangeRate'];
const sharedPages: readonly EntityName[] = ['appList'];

/** Path of the page of an entity; undefined for one without a page of its own. */
export function pageOf(entity: string | undefined): string | undefined {
  return entity === undefined ? undefined : pagePaths[entity as EntityName];
}

/** Path of the page of an entity where a role may open it; undefined elsewhere. */
export function pageFor(entity: string | undefined, role: Role): string | undefined {
  const name = entity as EntityName;
  const isAdmin = role === 'super' || role === 'admin';
  const isReachable = sharedPages.includes(name) || adminPages.includes(name) === isAdmin;
  return isReachable && (name !== 'sdkApp' || role === 'sdk') && isAllowed(role, name, 'read')
    ? pageOf(entity)
    : undefined;
}

/** Whether a role may open the page of a link; true for pages of no entity. */
export function mayOpen({ href }: PageLink, role: Role): boolean {
  const [path] = href.split('?');
  const shown = Object.entries(pagePaths).filter(([, page]) => page === path);
  return shown.length === 0 || shown.some(([entity]) => pageFor(entity, role) !== undefined);
}
