import { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { z } from 'zod';
import { listSearchSchema } from './entities/listSearch.ts';
import { loadChunk } from './frame/chunkReload.ts';
import { ErrorPage } from './frame/ErrorPage.tsx';
import { letsIn, type Guard } from './frame/guards.ts';
import { NotFoundPage } from './frame/NotFoundPage.tsx';
import { Root } from './frame/Root.tsx';
import type { SessionStore } from './frame/session.ts';
import { parseSearch, stringifySearch } from './lib/searchText.ts';

/** A page of the console. */
interface Page {
  path: string;
  title: string;
  guard: Guard;
  load: () => Promise<ComponentType>;
  /** Reads the search part of the address; the page reads it itself when left out. */
  search?: z.ZodType<object>;
}

const loginSearch = z.object({ next: z.string().max(2000).optional().catch(undefined) });

/** Every page of the console: where it is, who may open it, what it is called. */
export const pages: readonly Page[] = [
  {
    path: '/login',
    title: 'Sign in',
    guard: 'open',
    search: loginSearch,
    load: () => import('./pages/login/LoginPage.tsx').then((module) => module.LoginPage),
  },
  {
    path: '/',
    title: 'Dashboard',
    guard: 'auth',
    load: () => import('./pages/dashboard/DashboardPage.tsx').then((module) => module.DashboardPage),
  },
  {
    path: '/demands',
    title: 'Demands',
    guard: 'admin',
    search: listSearchSchema,
    load: () => import('./pages/demands/DemandsPage.tsx').then((module) => module.DemandsPage),
  },
  {
    path: '/users',
    title: 'Users',
    guard: 'admin',
    search: listSearchSchema,
    load: () => import('./pages/users/UsersPage.tsx').then((module) => module.UsersPage),
  },
  {
    path: '/tags',
    title: 'Tags',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/tags/TagsPage.tsx').then((module) => module.TagsPage),
  },
  {
    path: '/advertisers',
    title: 'Advertisers',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/advertisers/AdvertisersPage.tsx').then((module) => module.AdvertisersPage),
  },
  {
    path: '/channels',
    title: 'Channels',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/channels/ChannelsPage.tsx').then((module) => module.ChannelsPage),
  },
  {
    path: '/subpublishers',
    title: 'Sub-publishers',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/subpublishers/SubpublishersPage.tsx').then((module) => module.SubpublishersPage),
  },
  {
    path: '/report/{-$id}',
    title: 'Report',
    guard: 'auth',
    load: () => import('./pages/report/ReportPage.tsx').then((module) => module.ReportPage),
  },
];

/** What guards and pages get from main.tsx. */
export interface RouterContext {
  session: SessionStore;
  queryClient: QueryClient;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    guard?: Guard;
  }
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: NotFoundPage });

/** The frame around every page but the login: navigation and what belongs to the signed-in user. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: lazyPage(() => import('./frame/Frame.tsx').then((module) => module.Frame)),
});

function lazyPage(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(() => loadChunk(load).then((component) => ({ default: component })));
}

function routeOf(page: Page): AnyRoute {
  const { search } = page;
  return createRoute({
    getParentRoute: () => (page.guard === 'open' ? root : framed) as typeof framed,
    path: page.path,
    staticData: { title: page.title, guard: page.guard },
    ...(search ? { validateSearch: (raw: Record<string, unknown>) => search.parse(raw) } : {}),
    beforeLoad: ({ context, location }) => {
      if (letsIn(page.guard, context.session.get().user)) return;
      const next = location.href === '/' ? undefined : location.href;
      throw redirect({ to: '/login', search: { next }, replace: true });
    },
    component: lazyPage(page.load),
  });
}

/** The router of the console. */
export function createConsoleRouter(context: RouterContext) {
  const routes = pages.map((page) => ({ page, route: routeOf(page) }));
  const inFrame = routes.filter(({ page }) => page.guard !== 'open').map(({ route }) => route);
  const alone = routes.filter(({ page }) => page.guard === 'open').map(({ route }) => route);
  return createRouter({
    routeTree: root.addChildren([...alone, framed.addChildren(inFrame)]),
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
}
