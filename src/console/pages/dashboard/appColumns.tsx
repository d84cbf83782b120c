import { Link } from '@tanstack/react-router';
import type { AppHealth } from '#api/sdk/sdkContract.ts';
import { sdkApp } from '#model/index.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import type { Column } from '../../ui/table/DataTable.tsx';
import { pillClass } from '../../ui/Pill.tsx';
import { appState } from './appState.ts';

const platforms = new Map(sdkApp.fields.platform.choices?.map(({ value, label }) => [String(value), label]));

/** The columns of the app list, with links to each app, its placements and its settings. */
export const appColumns: Column<AppHealth>[] = [
  {
    id: 'name',
    header: 'App',
    width: 150,
    grow: true,
    cell: ({ id, name, platform }) => (
      <>
        <Link to="/sdk" search={{ open: id }} className="cell-link">
          {name}
        </Link>
        <span className="cell-muted"> · {platforms.get(platform) ?? platform}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 132,
    cell: (app) => {
      const { text, tone } = appState(app);
      return <span className={pillClass(tone)}>{text}</span>;
    },
  },
  {
    id: 'placements',
    header: 'Placements',
    hint: 'Active placements, out of all that are not archived.',
    width: 94,
    align: 'end',
    cell: ({ id, placements }) => (
      <Link to="/sdk" search={{ open: id, tab: 'placements' }} className="cell-link">
        {placements.active} of {placements.all}
      </Link>
    ),
  },
  {
    id: 'version',
    header: 'Settings',
    hint: 'The version that most devices get.',
    width: 116,
    cell: (app) => {
      const { live, isRollingOut } = appState(app);
      return (
        <>
          <Link to="/sdk" search={{ open: app.id, tab: 'config' }} className="cell-link">
            {live?.name ?? 'Defaults'}
          </Link>
          {isRollingOut ? <span className="cell-muted"> · rollout</span> : null}
        </>
      );
    },
  },
  {
    id: 'least',
    header: 'Min release',
    hint: 'Older SDK releases are switched off.',
    width: 100,
    cell: (app) => appState(app).live?.minSupportedSdk || <span className="cell-muted">–</span>,
  },
  ...(['reqs', 'imps', 'errors'] as const).map((key): Column<AppHealth> => ({
    id: key,
    header: { reqs: 'Requests', imps: 'Impressions', errors: 'Errors' }[key],
    hint: 'Last 24 hours. Hover over a value for the 24 hours before.',
    width: 90,
    align: 'end',
    cell: ({ now }) => formatCount(now[key]),
    title: ({ before }) => `${formatCount(before[key])} in the 24 hours before`,
  })),
  {
    id: 'fill',
    header: 'Fill',
    hint: 'Impressions ÷ slots. A request for one ad is one slot.',
    width: 72,
    align: 'end',
    cell: ({ now }) => formatShare(now.slots === 0 ? null : now.imps / now.slots),
  },
];
