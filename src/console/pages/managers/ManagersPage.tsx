import { Smartphone, UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { manager } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { signInTab } from '../../logins/signInTab.tsx';
import { Button } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const intro = {
  icon: <UsersRound />,
  text: 'A manager is a colleague who signs in to your account. The role sets what a manager can do; advertisers and sub-publishers set what a manager can see.',
};

const PartnerLogins = lazyChunk(() => import('../../logins/PartnerLogins.tsx'), 'PartnerLogins');

const rowTabs = [signInTab];

/** The managers of an account, and the logins of its SDK developers. */
export function ManagersPage() {
  const [isSdkOpen, setSdkOpen] = useState(false);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1">
        <EntityPage entity={manager} intro={intro} rowTabs={rowTabs} />
      </div>
      <aside
        aria-label="SDK logins"
        className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t bg-sunken px-6 py-2 text-xs text-muted"
      >
        App developers do not need a manager: an SDK user manages the apps and sees nothing else.
        <Button size="sm" icon={<Smartphone />} onClick={() => setSdkOpen(true)}>
          SDK logins
        </Button>
      </aside>
      <Drawer open={isSdkOpen} onOpenChange={setSdkOpen} title="SDK logins">
        <Suspense fallback={<Skeleton className="h-24" />}>
          <PartnerLogins owner={{ type: 'sdk' }} />
        </Suspense>
      </Drawer>
    </div>
  );
}
