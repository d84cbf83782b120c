import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The way from a tab of an open form to one of its fields; what is typed stays. */
export function FieldLink({
  field,
  replace = false,
  className,
  children,
}: {
  field: string;
  /** Whether the step takes the place of the last one in the browser's history. */
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
