import { isShown, navigation, navigationFor, type NavEntry, type NavUser } from '../navigation/navigation.ts';
import type { Mode } from '../navigation/modes.ts';

/** Pages without a menu entry of their own, reached from other pages and the palette. */
const unlisted: readonly NavEntry[] = [
  { label: 'Today', to: '/today', icon: 'dashboard', for: ['admin', 'demand', 'sub', 'adv'] },
  { label: 'Observed sites', to: '/sites', icon: 'observed', for: ['demand'] },
  { label: 'Observed apps', to: '/applications', icon: 'observed', for: ['admin', 'demand'] },
  { label: 'Observed publishers', to: '/publishers', icon: 'observed', for: ['demand'] },
  { label: 'Observed creatives', to: '/tcreatives', icon: 'observed', for: ['demand'] },
  { label: 'Postbid report', to: '/pbReport', icon: 'pixels', for: ['admin', 'demand'] },
  { label: 'Exchange rates', to: '/exchangerates', icon: 'rates', for: ['admin'], entity: 'exchangeRate' },
  { label: 'Configuration as code', to: '/configuration', icon: 'log', for: ['demand'] },
  { label: 'Single sign-on', to: '/sso', icon: 'security', for: ['admin', 'demand'], isForOwner: true },
  { label: 'API keys', to: '/keys', icon: 'log', for: ['admin', 'demand'] },
];

/**
 * Every page that a user may open: those of the mode first, then those of the other mode. Pages that share a menu entry
 * are listed one by one.
 */
export function pagesFor(user: NavUser, mode: Mode): NavEntry[] {
  const listed = [
    ...navigationFor(user, mode).flatMap((group) => group.entries),
    ...navigation.flatMap((group) => group.entries.filter((entry) => isShown(entry, user, null))),
  ].filter(({ to }) => !unlisted.some((page) => page.to === to));
  const shown = [...listed, ...unlisted.filter((entry) => isShown(entry, user, null))];
  return shown.filter(({ to }, index) => shown.findIndex((entry) => entry.to === to) === index);
}
