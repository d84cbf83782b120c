import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Role } from '#model/index.ts';
import { pageOf } from '../entities/entityPages.ts';

/** An object's name, linked to where it is edited when the reader's role has that page. */
export function objectLink(entity: string | undefined, id: number, name: string, role: Role): ReactNode {
  const isAdmin = role === 'super' || role === 'admin';
  const page = id > 0 && (entity === 'demand' ? isAdmin : role === 'demand') ? pageOf(entity) : undefined;
  if (!page) return name;
  return (
    <Link to={page} search={{ open: id }} className="cell-link">
      {name}
    </Link>
  );
}
