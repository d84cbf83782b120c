import { Link } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { mayRead, type Reader } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { statusName } from '../entities/statusLabels.ts';
import { useListIndex } from '../lib/lists.ts';

/** Renders an object of a report by its name. */
export type ShowObject = (entity: string | undefined, id: number, name: string) => ReactNode;

/**
 * Renders the objects of a report: linked to their pages where the user may open them, with inactive tags and
 * channels marked. `entities` are those in the report.
 */
export function useObjectLinks(reader: Reader, entities: readonly (string | undefined)[]): ShowObject {
  const tags = useListIndex('tags', entities.includes('tag') && mayRead(reader, 'tag'));
  const channels = useListIndex('channels', entities.includes('channel') && mayRead(reader, 'channel'));
  return useCallback(
    (entity, id, name) => {
      const index = entity === 'tag' ? tags : entity === 'channel' ? channels : null;
      const status = statusName(index?.statusOf(id) ?? 1);
      const page = id > 0 ? pageFor(entity, reader) : undefined;
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
    [tags, channels, reader],
  );
}
