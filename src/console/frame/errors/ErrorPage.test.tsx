import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ErrorPage, FallbackErrorPage } from './ErrorPage.tsx';
import { mayEnter, type Guard } from '../guards.ts';

/** Renders a router whose only page fails, and returns the shown text. */
async function shownFor(failure: { guard?: string; search?: z.ZodType<object> }): Promise<string> {
  const root = createRootRoute({ component: Outlet });
  const { guard, search } = failure;
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    ...(search ? { validateSearch: (raw: Record<string, unknown>) => search.parse(raw) } : {}),
    beforeLoad: () => {
      if (guard) mayEnter(guard as Guard, null);
    },
    component: () => 'the page itself',
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/?size=many'] }),
    defaultErrorComponent: ErrorPage,
    isServer: true,
  });
  await router.load();
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('[ERR-05] a page whose guard does not exist shows 500 and Unknown middleware', async () => {
  const shown = await shownFor({ guard: 'unknown' });
  expect(shown).toContain('Unknown middleware');
  expect(shown).toContain('>500<');
  expect(shown).not.toContain('the page itself');
});

test('[ERR-05] a page whose address fails its validation is not found', async () => {
  const shown = await shownFor({ search: z.object({ size: z.coerce.number() }) });
  expect(shown).toContain('This page could not be found');
  expect(shown).toContain('>404<');
  expect(shown).toContain('Back to the home page');
});

test('[ERR-06] the title is the message of the error, and Error without one', () => {
  const titleOf = (error: unknown) =>
    /font-medium text-ink">([^<]*)</.exec(renderToStaticMarkup(<ErrorPage error={error} />))?.[1];
  expect(titleOf(new Error('The disk is full'))).toBe('The disk is full');
  expect(titleOf(new Error(''))).toBe('Error');
  expect(titleOf('a text')).toBe('Error');
});

test('[ERR-06] when the error page itself fails, a fallback text links home', () => {
  const broken = new FallbackErrorPage({ children: 'the page itself' });
  broken.state = FallbackErrorPage.getDerivedStateFromError();
  const shown = renderToStaticMarkup(broken.render());
  expect(shown).toContain('An error occurred while showing the error page');
  expect(shown).toMatch(/<a href="\/"[^>]*>Go back to home<\/a>/);
});
