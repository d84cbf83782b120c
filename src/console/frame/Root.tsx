import { useIsFetching } from '@tanstack/react-query';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** The root of every page, signed in or not: the progress bar, the document title and its announcement. */
export function Root() {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const isNavigating = useRouterState({ select: (state) => state.isLoading });
  const firstLoads = useIsFetching({
    predicate: (query) => query.state.data === undefined && query.meta?.['isQuiet'] !== true,
  });

  useEffect(() => {
    if (title) document.title = `${title} · Bidhouse`;
  }, [title]);

  return (
    <>
      <ProgressBar active={isNavigating || firstLoads > 0} />
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Outlet />
    </>
  );
}
