import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { useErrorTitle } from './useErrorTitle.ts';

/** The page for unknown addresses. */
export function NotFoundPage() {
  useErrorTitle('This page could not be found');
  return (
    <main
      id="content"
      tabIndex={-1}
      className="flex min-h-[70dvh] flex-col items-center justify-center gap-3 px-6 text-center"
    >
      <p aria-hidden className="tnum text-5xl font-semibold tracking-tight text-faint">
        404
      </p>
      <h1 className="text-lg font-semibold text-ink">This page could not be found</h1>
      <Link to="/" className={buttonClass('secondary', 'md', 'mt-2')}>
        Back to the home page
      </Link>
    </main>
  );
}
