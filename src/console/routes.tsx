import { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { hasPage } from '#model/entity/entityPages.ts';
import { consolePages, type Page } from './consolePages.ts';
import type { ListSearch } from './entities/list/listSearch.ts';
import { loadChunk } from './frame/errors/chunkReload.ts';
import { ErrorPage } from './frame/errors/ErrorPage.tsx';
import { mayEnter, type Guard } from './frame/guards.ts';
import { NotFoundPage } from './frame/errors/NotFoundPage.tsx';
import { Root } from './frame/Root.tsx';
import type { SessionStore } from './frame/session.ts';
import { parseSearch, stringifySearch } from './lib/searchText.ts';

/** Context of guards and pages, from main.tsx. */
export interface RouterContext {
  session: SessionStore;
  queryClient: QueryClient;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    guard?: Guard;
    fitsPhones?: boolean;
  }
  interface HistoryState {
    /** True on the way to the sign-in page after a call was refused because the session has ended. */
    isSessionOver?: boolean;
    /** True on the page of a row that was opened in the list: the entry before it is the list. */
    isFromList?: boolean;
  }
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: NotFoundPage });

/** The layout route of every page except sign-in: navigation and the user's menus. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: lazyPage(() => import('./frame/Frame.tsx').then((module) => module.Frame)),
});

/** The layout route of pages that are also read on phones. */
const narrow = createRoute({
  getParentRoute: () => root,
  id: 'narrow',
  component: lazyPage(() => import('./frame/Frame.tsx').then((module) => module.NarrowFrame)),
});

function lazyPage(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(() => loadChunk(load).then((component) => ({ default: component })));
}

/** The layout of a page. */
function layoutOf({ guard, isNarrow }: Page) {
  if (guard === 'open') return root;
  return isNarrow ? narrow : framed;
}

function routeOf(page: Page, cameFrom: () => string | undefined): AnyRoute {
  const { search, rowPath } = page;
  return createRoute({
    getParentRoute: () => layoutOf(page) as typeof framed,
    path: page.path,
    staticData: { title: page.title, guard: page.guard, fitsPhones: page.fitsPhones === true },
    ...(search ? { validateSearch: (raw: Record<string, unknown>) => search.parse(raw) } : {}),
    beforeLoad: ({ context, location, params, search }) => {
      const { user } = context.session.get();
      if (!mayEnter(page.guard, user) || (page.isOfDsp && !user?.showDsp)) {
        const next = location.href === '/' ? undefined : location.href;
        throw redirect({ to: '/login', search: { next }, replace: true });
      }
      // The sign-in page adds the second factor first.
      if (user?.needsFactor && page.guard !== 'open') {
        throw redirect({ to: '/login', search: { next: location.href }, replace: true });
      }
      const { open, tab, ...filters } = search as ListSearch;
      if (rowPath && open !== undefined) {
        const { field } = filters;
        throw redirect({
          to: rowPath,
          params: { id: String(open) },
          // A new row starts with the filters of the list.
          search: open === 'new' ? filters : { field },
          hash: field === undefined ? (tab ?? '') : '',
          state: { isFromList: cameFrom() === page.path },
          replace: true,
        });
      }
      const { id }: { id?: string } = params;
      if (id !== undefined && page.id?.safeParse(id).success === false) throw notFound();
    },
    component: lazyPage(() => (page.guard === 'open' ? page.load() : loadWithinRole(page))),
  });
}

/** Creates the router with the pages of the installation's edition. */
export function createConsoleRouter(context: RouterContext) {
  const { edition } = context.session.get();
  const cameFrom = (): string | undefined => router.state.resolvedLocation?.pathname;
  const routes = consolePages
    .filter(({ path }) => hasPage(edition, path))
    .map((page) => ({ page, route: routeOf(page, cameFrom) }));
  const within = (layout: AnyRoute) => routes.filter(({ page }) => layoutOf(page) === layout).map(({ route }) => route);
  const router = createRouter({
    routeTree: root.addChildren([
      ...within(root),
      framed.addChildren(within(framed)),
      narrow.addChildren(within(narrow)),
    ]),
    context,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 60_000,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  return router;
}

/** A page of signed-in users, with what decides whether their role includes it: the sign-in page does without. */
async function loadWithinRole({ path, load }: Page): Promise<ComponentType> {
  const [loaded, { withinRole }] = await Promise.all([load(), import('./frame/navigation/withinRole.tsx')]);
  return withinRole(path, loaded);
}
