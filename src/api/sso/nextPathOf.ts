import { isConsolePath } from '../consoleRoutes.ts';

/** The page to open after a sign-in: a path of the console with its search and hash, or else the home page. */
export function nextPathOf(next: string | undefined): string {
  if (next === undefined || !/^\/[\x21-\x7e]*$/.test(next)) return '/';
  const [path = ''] = next.split(/[?#]/);
  return isConsolePath(path) && path !== '/login' ? next : '/';
}
