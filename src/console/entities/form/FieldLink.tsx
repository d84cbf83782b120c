import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link from a tab of an open form to one of its fields. Unsaved input is preserved. */
export function FieldLink({
  field,
  replace = false,
  className,
  children,
}: {
  field: string;
  /** Replaces the current entry of the browser's history. */
  replace?: boolean;
  className: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, tab: undefined, field })}
      replace={replace}
      className={className}
    >
      {children}
    </Link>
  );
}
