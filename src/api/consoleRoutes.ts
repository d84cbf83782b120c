/** Pages of the console; `{id?}` is a number and may be absent. Any other path answers 404 with the same shell. */
export const consoleRoutes = [
  '/',
  '/adexchanges',
  '/advertisers',
  '/applications/{id?}',
  '/applists',
  '/campaigns',
  '/channels',
  '/configuration',
  '/creatives',
  '/crelists',
  '/deals',
  '/demands',
  '/exchangerates',
  '/finance',
  '/ivts',
  '/log',
  '/login',
  '/managers',
  '/pbReport/{id?}',
  '/publishers/{id?}',
  '/publists',
  '/report/{id?}',
  '/reports',
  '/sdk',
  '/sites/{id?}',
  '/subpublishers',
  '/suppliers',
  '/tags',
  '/targetings',
  '/tcreatives/{id?}',
  '/tester',
  '/tooltips',
  '/users',
  '/whatif',
  '/why',
] as const;

/** Whether a path is a page of the console. A trailing slash makes no difference. */
export function isConsolePath(path: string): boolean {
  const asked = path === '/' ? path : path.replace(/\/$/, '');
  return consoleRoutes.some((route) => {
    const base = route.replace('/{id?}', '');
    if (asked === base) return true;
    return base !== route && asked.startsWith(`${base}/`) && /^[1-9]\d{0,9}$/.test(asked.slice(base.length + 1));
  });
}
