import { Link } from '@tanstack/react-router';
import type { LogRow } from '#api/log/logContract.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { useUser } from '../../frame/session.ts';
import { objectName } from '../../history/logText.ts';

/** The name of an entry's object, linked to its page if the user may open it. */
export function ObjectLink({ row }: { row: LogRow }) {
  const { role } = useUser();
  const name = objectName(row);
  const page = row.rowId === null ? undefined : pageFor(row.entity, role);
  if (page === undefined) return <span>{name}</span>;
  return (
    <Link to={page} search={{ open: row.rowId }} className="text-accent-ink underline underline-offset-2">
      {name}
    </Link>
  );
}
