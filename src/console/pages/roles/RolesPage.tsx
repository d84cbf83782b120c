import { Grid3x3, ShieldUser } from 'lucide-react';
import { Suspense, useState } from 'react';
import { customRole } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Button } from '../../ui/Button.tsx';

const RoleMatrix = lazyChunk(() => import('./RoleMatrix.tsx'), 'RoleMatrix');

const intro = {
  icon: <ShieldUser />,
  text: 'A custom role limits managers to areas of the console and the API, to read or to change. Give it to a manager on the page “Managers”.',
};

/** The custom roles of an account, and the comparison of all roles. */
export function RolesPage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1">
        <EntityPage entity={customRole} intro={intro} />
      </div>
      <aside
        aria-label="All roles"
        className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t bg-sunken px-6 py-2 text-xs text-muted"
      >
        Compare what built-in and custom roles include.
        <Button size="sm" icon={<Grid3x3 />} onClick={() => setOpen(true)}>
          Compare roles
        </Button>
      </aside>
      {isOpen ? (
        <Suspense>
          <RoleMatrix onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
