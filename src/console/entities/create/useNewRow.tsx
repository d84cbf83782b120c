import { Suspense, useState, type ReactNode } from 'react';
import { entities, mayStart, type Entity, type EntityName, type Fields } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import type { Creation } from '../../ui/picker/comboboxBase.tsx';
import type { FormValues } from '../form/formModel.ts';
import type { EntityRow } from '../useEntity.ts';

// Loaded with the first row that is created in place. It contains the form, which contains the pickers.
const NewRowDrawer = lazyChunk(() => import('./NewRowDrawer.tsx'), 'NewRowDrawer');

/**
 * Creates rows of an entity without leaving the form or dialog that needs them. `creation` is the entry of a picker;
 * undefined when the user may not create such rows. Render `drawer` beside the picker.
 */
export function useNewRow(
  target: string,
  {
    values = {},
    onCreated,
  }: {
    /** Values of the surrounding form: a new row starts with the references that both have, such as the advertiser. */
    values?: FormValues | undefined;
    onCreated: (row: EntityRow) => void;
  },
): { creation: Creation | undefined; drawer: ReactNode } {
  const user = useUser();
  const [preset, setPreset] = useState<FormValues | null>(null);
  const entity: Entity<Fields, EntityName> | undefined = entities[target as EntityName];
  const mayCreate = entity && mayStart(user, entity) && pageFor(entity.name, user) !== undefined;
  if (!mayCreate) return { creation: undefined, drawer: null };
  return {
    creation: {
      noun: entity.label.toLowerCase(),
      onCreate: (text) => setPreset(presetOf(entity, values, text)),
    },
    drawer: preset ? (
      <Suspense fallback={null}>
        <NewRowDrawer entity={entity} preset={preset} onCreated={onCreated} onClose={() => setPreset(null)} />
      </Suspense>
    ) : null,
  };
}

/** The initial values of a new row: the typed text as its name, and the references that it shares with a form. */
function presetOf(entity: Entity, values: FormValues, text: string): FormValues {
  const shared = Object.entries(entity.fields).filter(
    ([name, { kind }]) => kind === 'reference' && typeof values[name] === 'number',
  );
  return {
    ...Object.fromEntries(shared.map(([name]) => [name, values[name]])),
    ...(text !== '' && 'name' in entity.fields ? { name: text } : {}),
  };
}
