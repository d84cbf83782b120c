import type { ObservedName } from '#model/supply/observedInventory.ts';
import { useUser } from '../../frame/session.ts';
import { PageViews } from '../list/PageViews.tsx';

const views: readonly { observed: ObservedName; label: string; to: string }[] = [
  { observed: 'sites', label: 'Sites', to: '/sites' },
  { observed: 'apps', label: 'Apps', to: '/applications' },
  { observed: 'publishers', label: 'Publishers', to: '/publishers' },
  { observed: 'creatives', label: 'Creatives', to: '/tcreatives' },
];

/** Links between the kinds of observed inventory, for users of an account: admins see only apps. */
export function ObservedViews({ observed }: { observed: ObservedName }) {
  if (useUser().type !== 'demand') return null;
  return (
    <PageViews
      label="Observed inventory"
      views={views.map(({ label, to, ...view }) => ({ label, to, isCurrent: view.observed === observed }))}
    />
  );
}
