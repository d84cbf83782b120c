import { Columns2, Crosshair } from 'lucide-react';
import { Suspense, useState } from 'react';
import { targeting } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';

const intro = {
  icon: <Crosshair />,
  text: 'A targeting defines traffic by geography, device, content and more, for reuse in many places.',
};

const rowTabs: readonly RowTab[] = [
  usesTab,
  {
    id: 'test',
    label: 'Test',
    Panel: lazyChunk(() => import('./TestTab.tsx'), 'TestTab'),
  },
];

const CompareDialog = lazyChunk(() => import('./CompareDialog.tsx'), 'CompareDialog');

export function TargetingsPage() {
  // The compared targetings stay rendered while the dialog closes.
  const [compared, setCompared] = useState<{ id: number; isOpen: boolean } | null>(null);
  const actions = (row: EntityRow) => [
    {
      id: 'compare',
      label: 'Compare with…',
      icon: <Columns2 />,
      onSelect: () => setCompared({ id: row.id, isOpen: true }),
    },
  ];
  return (
    <>
      <EntityPage entity={targeting} intro={intro} rowTabs={rowTabs} actions={actions} />
      {compared ? (
        <Suspense fallback={null}>
          <CompareDialog
            key={compared.id}
            id={compared.id}
            isOpen={compared.isOpen}
            onClose={() => setCompared({ ...compared, isOpen: false })}
          />
        </Suspense>
      ) : null}
    </>
  );
}
