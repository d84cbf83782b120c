import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseSearch } from '../../lib/searchText.ts';

/** A link to a page of the console by its path with query, as the server writes it. */
export function HrefLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const [to = '', query = ''] = href.split('?');
  return (
    <Link to={to} search={parseSearch(`?${query}`)} className={className}>
      {children}
    </Link>
  );
}
