import { Link } from '@tanstack/react-router';
import type { Reader } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import type { ObjectChange, ReportObject } from './useObjectChanges.ts';

/** The changes of the report's object, which the chart marks, as a list. */
export function ObjectChanges({
  changes,
  object,
  reader,
}: {
  changes: readonly ObjectChange[];
  object: ReportObject;
  reader: Reader;
}) {
  const page = pageFor(object.entity, reader);
  return (
    <section aria-label="Changes in this period" className="border-t px-4 py-2 text-xs">
      <h3 className="flex items-baseline gap-3 pb-1 font-medium">
        Changes in this period
        {page ? (
          <Link
            to={page}
            search={{ open: object.id, tab: 'history' }}
            className="font-normal text-accent-ink underline underline-offset-2"
          >
            History
          </Link>
        ) : null}
      </h3>
      <ol className="flex max-h-40 flex-col gap-0.5 overflow-y-auto" tabIndex={0} aria-label="Changes, oldest first">
        {changes.map(({ id, minute, who, what }) => (
          <li key={id} className="flex gap-3">
            <span className="tnum shrink-0 text-muted">{minute}</span>
            <span className="w-28 shrink-0 truncate" title={who}>
              {who}
            </span>
            <span className="min-w-0 truncate" title={what}>
              {what}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
