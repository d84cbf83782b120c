import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { mayUse } from '#model/index.ts';
import { addDays, reportFieldsFor, type MetricKey, type ReportRow } from '#reports/index.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { useToday } from '../../reports/useNow.ts';
import { useReport } from '../../reports/useReport.ts';
import type { MembersQuery } from '../../lists/useMembers.ts';
import type { Inventory, InventoryDimension } from './inventory.ts';

/** A member of a list with its figures in traffic; null when it has none. */
export interface MemberRow {
  name: string;
  figures: ReportRow | null;
}

/** A page of a list's members. The previous page's rows stay until the next ones are loaded. */
export function useInventoryMembers({ list }: Inventory, id: number, query: MembersQuery) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', list.name, 'members', id, query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = await api.get('/api/{entity}/{id}/members', { entity: list, params: { id }, query, signal });
      return { members: page.rows.map(({ value }) => value), total: page.total };
    },
  });
}

const ofInventory: readonly MetricKey[] = ['rev', 'ecpm', 'calls', 'reqs', 'imps', 'fill', 'cost', 'profit'];
const metricsOf: Record<InventoryDimension, readonly MetricKey[]> = {
  app: ofInventory,
  site: ofInventory,
  publisher: ofInventory,
  creative: ['rev', 'ecpm', 'imps', 'vtr', 'errors'],
};

const daysBefore = 6;

/** The figures of members in the last 7 days, in the user's time zone. */
export function useMemberFigures({ dimension }: Inventory, members: readonly string[]) {
  const user = useUser();
  const { timezone } = user;
  const today = useToday(timezone);
  const metrics = useMemo(() => {
    const shown = mayUse(user, 'reports') ? reportFieldsFor(user).metrics : [];
    return metricsOf[dimension].flatMap((key) => shown.find((metric) => metric.key === key) ?? []);
  }, [user, dimension]);
  const report = useReport(
    {
      startDate: addDays(today, -daysBefore),
      endDate: today,
      offset: timezone,
      dimensions: [dimension],
      metrics: metrics.map(({ key }) => key),
      // App lists store lower case and traffic may not; `starts` ignores case.
      filters: [{ dim: dimension, op: dimension === 'app' ? 'starts' : 'in', values: [...members] }],
      limit: 1000,
    },
    { isWanted: members.length > 0 && metrics.length > 0 },
  );
  return { report, metrics, range: `the last 7 days (${offsetLabel(timezone)})` };
}
