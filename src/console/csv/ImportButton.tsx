import { Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Entity, type EntityName, type Fields, isInSets, mayDo } from '#model/index.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { useUser } from '../frame/session.ts';
import { IconButton } from '../ui/IconButton.tsx';

const ImportDialog = lazyChunk(() => import('./ImportDialog.tsx'), 'ImportDialog');

/** The button that opens the CSV import of a list, for users who may change its rows. */
export function ImportButton({ entity }: { entity: Entity<Fields, EntityName> }) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  if (!isInSets(entity) || !mayDo(user, entity.name, 'update')) return null;
  return (
    <>
      <IconButton variant="secondary" label="Import CSV" icon={<Upload />} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <ImportDialog entity={entity} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
