import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { dimensionOf, isDimensionKey, type Dimension, type ReportRequest } from '#reports/index.ts';
import { actionLabels, summaryOf } from '../../../../history/logText.ts';
import { ApiContext } from '../../../../lib/apiContext.ts';
import { instantOf, minuteIn } from '../../../../lib/offsetTime.ts';

/** The single object that a report is filtered to. */
export interface ReportObject {
  entity: Exclude<NonNullable<Dimension['entity']>, 'demand'>;
  id: number;
}

/** A change of the report's object. */
export interface ObjectChange {
  id: number;
  /** YYYY-MM-DD HH:MM in the time zone of the report. */
  minute: string;
  who: string;
  what: string;
}

/** Maximum changes marked. */
const maxChanges = 100;

/** The object that the filters narrow a report to; null when there is none or more than one. */
export function objectOf({ filters }: Pick<ReportRequest, 'filters'>): ReportObject | null {
  const found = filters.flatMap(({ dim, op, values }): ReportObject[] => {
    const entity = isDimensionKey(dim) ? dimensionOf(dim).entity : undefined;
    const [id] = values;
    if (!entity || entity === 'demand' || op !== 'in' || values.length !== 1 || !Number(id)) return [];
    return [{ entity, id: Number(id) }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Changes of the report's object in its date range, oldest first; empty for users without access to the log. */
export function useObjectChanges(
  user: Pick<SessionUser, 'role' | 'scopes'> | undefined,
  request: Pick<ReportRequest, 'filters' | 'startDate' | 'endDate' | 'offset'>,
): ObjectChange[] {
  const api = use(ApiContext);
  const object = objectOf(request);
  const { startDate, endDate, offset } = request;
  const [from, last] = [instantOf(startDate, offset), instantOf(endDate, offset)];
  const query = {
    entity: object?.entity,
    rowId: object?.id,
    from: from === null ? undefined : new Date(from).toISOString(),
    to: last === null ? undefined : new Date(last + 86_400_000).toISOString(),
    size: maxChanges,
  };
  const { data } = useQuery({
    queryKey: ['log', 'list', query],
    queryFn: ({ signal }) => api.get('/api/log', { query, signal }),
    enabled: object !== null && user !== undefined && mayUse(user, 'log'),
    // Optional: the report is complete without them.
    meta: { isQuiet: true },
  });
  return (data?.rows ?? [])
    .map((row) => ({
      id: row.id,
      minute: minuteIn(Date.parse(row.at), offset).replace('T', ' '),
      who: row.userName ?? 'The platform',
      what: [actionLabels[row.action], summaryOf(row, offset)].filter(Boolean).join(': '),
    }))
    .toReversed();
}
