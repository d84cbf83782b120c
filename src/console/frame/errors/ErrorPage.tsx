import { SearchParamError } from '@tanstack/react-router';
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ChunkLoadError } from './chunkReload.ts';
import { UnknownGuardError } from '../guards.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { useErrorTitle } from './useErrorTitle.ts';

/** The title of the error page: the error's message, or else 'Error'. */
function titleOfError(error: unknown): string {
  return (error instanceof Error && error.message) || 'Error';
}

interface ErrorPageProps {
  error: unknown;
  reset?: () => void;
}

/** The page in place of one that failed. Its title is the error's message; a malformed address shows “not found”. */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  return error instanceof SearchParamError ? <NotFoundPage /> : <FailedPage error={error} reset={reset} />;
}

function FailedPage({ error, reset }: { error: unknown; reset: (() => void) | undefined }) {
  const title = titleOfError(error);
  useErrorTitle(title);
  const isChunk = error instanceof ChunkLoadError;
  return (
    <main id="content" tabIndex={-1} className="flex min-h-[70dvh] flex-col items-center justify-center">
      {error instanceof UnknownGuardError ? (
        <p aria-hidden className="tnum text-5xl font-semibold tracking-tight text-faint">
          500
        </p>
      ) : null}
      <ErrorState
        title={title}
        text={
          isChunk
            ? 'The console may have been updated, or the connection was lost. Try again in a moment.'
            : 'Something went wrong while showing this page. Your saved data is not affected.'
        }
        onRetry={() => (isChunk || !reset ? location.reload() : reset())}
      />
    </main>
  );
}

/** The fallback when the error page itself fails. It uses nothing that can fail. */
export class FallbackErrorPage extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="p-10 text-center">
        <h1 className="text-lg font-semibold">An error occurred while showing the error page</h1>
        <p className="mt-3">
          <a href="/" className="underline">
            Go back to home
          </a>
        </p>
      </main>
    );
  }
}
