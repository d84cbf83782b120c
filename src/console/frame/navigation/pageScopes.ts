import { entityOfPage } from '#model/entity/entityPages.ts';
import { type ApiScope, canUse, isWithinLimits, type Reader, seesMoney } from '#model/index.ts';

/** The scopes of pages that list no entity, by path. */
const pageScopes: Readonly<Record<string, ApiScope>> = {
  '/report': 'reports:read',
  '/reports': 'reports:read',
  '/pbReport': 'reports:read',
  '/log': 'changes:read',
  '/configuration': 'changes:read',
  '/security': 'security:read',
  '/keys': 'account:read',
  '/sso': 'account:read',
  '/cutoffs': 'demand:read',
  '/sites': 'supply:read',
  '/applications': 'supply:read',
  '/publishers': 'supply:read',
  '/tcreatives': 'supply:read',
  '/adstxt': 'supply:read',
  '/why': 'tools:read',
  '/whatif': 'tools:read',
  '/tester': 'tools:write',
};

/** Pages that are about money. */
const moneyPages: ReadonlySet<string> = new Set(['/whatif']);

/** Whether a user's custom role includes a page; true for all pages without one. `path` may have further parts. */
export function isPageInRole(user: Pick<Reader, 'scopes' | 'limits' | 'hidesMoney'>, path: string): boolean {
  const page = `/${path.split('/')[1] ?? ''}`;
  const scope = pageScopes[page];
  const entity = entityOfPage(page);
  if (!seesMoney(user) && moneyPages.has(page)) return false;
  return (scope === undefined || canUse(user, scope)) && (entity === undefined || isWithinLimits(user, entity, 'read'));
}
