/**
 * Paths of the console's pages; `{id?}` is an optional number, `{id}` a number or "new", `{token}` the token of a shared
 * report's link. Any other path returns 404 with the same shell.
 */
export const consoleRoutes = [
  '/',
  '/adexchanges',
  '/adstxt',
  '/advertisers',
  '/applications/{id?}',
  '/applists',
  '/campaigns',
  '/campaigns/{id}',
  '/channels',
  '/configuration',
  '/creatives',
  '/crelists',
  '/cutoffs',
  '/deals',
  '/demands',
  '/exchangerates',
  '/finance',
  '/ivts',
  '/keys',
  '/log',
  '/login',
  '/managers',
  '/password',
  '/pbReport/{id?}',
  '/publishers/{id?}',
  '/publists',
  '/report/{id?}',
  '/reports',
  '/roles',
  '/sdk',
  '/security',
  '/shared/{token}',
  '/signin',
  '/sites/{id?}',
  '/sso',
  '/subpublishers',
  '/suppliers',
  '/system',
  '/tags',
  '/targetings',
  '/tcreatives/{id?}',
  '/tester',
  '/today',
  '/tooltips',
  '/users',
  '/waiting',
  '/whatif',
  '/why',
] as const;

const patterns = consoleRoutes.map((route) => {
  const source = route
    .replace('/{id?}', String.raw`(/[1-9]\d{0,9})?`)
    .replace('{id}', String.raw`([1-9]\d{0,9}|new)`)
    .replace('{token}', String.raw`[\w-]{1,100}`);
  return new RegExp(`^${source}$`);
});

/** Whether a path is a page of the console. A trailing slash makes no difference. */
export function isConsolePath(path: string): boolean {
  const requestedPath = path === '/' ? path : path.replace(/\/$/, '');
  return patterns.some((pattern) => pattern.test(requestedPath));
}

/** Whether a path is the page of a shared report, which needs no session. */
export function isSharedPath(path: string): boolean {
  return /^\/shared\/[\w-]{1,100}\/?$/.test(path);
}
