import { mayRead } from '#model/index.ts';
import { defaultObservedSort, observedKinds } from '#model/supply/observedInventory.ts';
import { addDays, canUseMetric, dayAt, dayNumber, isMetricKey, reportScopeOf, viewerOf } from '#reports/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { isUnready } from '../reports/runReport.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { adsTxtOfRows } from './adsTxtOfRows.ts';
import { type ObservedAdsTxt, observedRoute, type ObservedRow, rangeDays } from './observedContract.ts';
import { readObserved } from './readObserved.ts';
import { listsOfRows, tagsOfCreatives } from './relationsOf.ts';

/** Routes of observed inventory, one per kind. */
export function observedRoutes(deps: ApiDeps): Route[] {
  return observedKinds.map((kind) => observedPageRoute(deps, kind));
}

function observedPageRoute(deps: ApiDeps, kind: (typeof observedKinds)[number]): Route {
  const { facts, now } = deps;
  return implement(observedRoute(kind), async ({ query, user, signal }) => {
    const scope = reportScopeOf(viewerOf(user));
    const sort = query.sort ?? defaultObservedSort(user);
    const shownKind = {
      ...kind,
      figures: kind.figures.filter((each) => !isMetricKey(each) || canUseMetric(user, each)),
    };
    const to = dayAt(now().getTime(), user.timezone);
    const from = addDays(to, 1 - rangeDays);
    const secondsAt = (day: string) => dayNumber(day) * 86_400 - user.timezone * 3600;
    const range = { fromSeconds: secondsAt(from), untilSeconds: secondsAt(addDays(to, 1)) };
    try {
      const { rows, total, totals } = await readObserved(
        facts,
        shownKind,
        { ...query, sort },
        { scope, range, signal },
      );
      const keys = rows.map(({ key }) => key);
      const { inventory } = kind;
      const [lists, files, tags] = await Promise.all([
        mayRead(user, kind.list) ? listsOfRows(deps, kind, rows, scopeOf(user)) : null,
        inventory === 'site' || inventory === 'app' ? adsTxtOfRows(deps, inventory, keys, user) : null,
        kind.inventory === 'creative' ? tagsOfCreatives(deps, keys, { scope, range, rows: scopeOf(user) }) : null,
      ]);
      return ok({
        rows: rows.map((row) => ({
          ...row,
          lists: lists?.get(row.key) ?? [],
          ...(tags ? { tags: tags.get(row.key) ?? [] } : {}),
          ...adsTxtIn(files, row.key),
        })),
        total,
        page: query.page,
        size: query.size,
        totals,
        from,
        to,
      });
    } catch (error) {
      if (isUnready(error)) return unready;
      throw error;
    }
  });
}

function adsTxtIn(files: ReadonlyMap<string, ObservedAdsTxt> | null, key: string): Pick<ObservedRow, 'adsTxt'> {
  const adsTxt = files?.get(key);
  return adsTxt ? { adsTxt } : {};
}

const unready = reject(
  503,
  [
    {
      code: 'observed_inventory_not_ready',
      message: 'Observed inventory is being set up. Try again in a moment',
      path: '',
    },
  ],
  { 'retry-after': '5' },
);
