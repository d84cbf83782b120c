import { Link } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { isAllowed, type Role } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { statusName } from '../entities/statusLabels.ts';
import { useListIndex } from '../lib/lists.ts';

/** Shows an object of a report by its name. */
export type ShowObject = (entity: string | undefined, id: number, name: string) => ReactNode;

/**
 * Shows the objects of a report: linked to where they are edited when the reader's role has that page, tags and channels
 * that do not serve any more marked as such. `entities` are those that the report has.
 */
export function useObjectLinks(role: Role, entities: readonly (string | undefined)[]): ShowObject {
  const tags = useListIndex('tags', entities.includes('tag') && isAllowed(role, 'tag', 'read'));
  const channels = useListIndex('channels', entities.includes('channel') && isAllowed(role, 'channel', 'read'));
  return useCallback(
    (entity, id, name) => {
      const index = entity === 'tag' ? tags : entity === 'channel' ? channels : null;
      const status = statusName(index?.statusOf(id) ?? 1);
      const page = id > 0 ? pageFor(entity, role) : undefined;
      return (
        <>
          {page ? (
            <Link to={page} search={{ open: id }} className="cell-link">
              {name}
            </Link>
          ) : (
            name
          )}
          {status === 'active' ? null : <span className="cell-muted"> · {status}</span>}
        </>
      );
    },
    [tags, channels, role],
  );
}
