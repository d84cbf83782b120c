import type { ReactNode } from 'react';

/** What is probably not meant, above what a field is for. */
export function WarningHint({ warning, children }: { warning: ReactNode; children?: ReactNode }) {
  return (
    <>
      <span className="block text-warn">
        <span className="sr-only">Warning: </span>
        {warning}
      </span>
      {children}
    </>
  );
}
