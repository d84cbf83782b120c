import type { ReactNode } from 'react';

/** A warning above a field's hint. */
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
