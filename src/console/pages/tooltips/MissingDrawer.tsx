import { useState } from 'react';
import { tooltip } from '#model/index.ts';
import { removeDraft } from '../../entities/form/drafts.ts';
import { EntityForm } from '../../entities/form/EntityForm.tsx';
import { readRowDraft } from '../../entities/form/rowDrafts.ts';
import { useUser } from '../../frame/session.ts';
import { sessionStore } from '../../lib/browserStorage.ts';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import type { MissingKey } from './missingKeys.ts';
import { MissingTooltips } from './MissingTooltips.tsx';

/** The missing keys, and the form for the tooltip of one of them. */
export function MissingDrawer({ canCreate, onClose }: { canCreate: boolean; onClose: () => void }) {
  const { id: userId } = useUser();
  const [adding, setAdding] = useState<MissingKey | null>(null);

  function add(key: MissingKey) {
    const draftOf = { userId, entity: tooltip.name, id: null };
    // A draft for another key must not appear under this one.
    if (readRowDraft(sessionStore, draftOf)?.values['name'] !== key.key) removeDraft(sessionStore, draftOf);
    setAdding(key);
  }

  return (
    <Drawer
      open
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        if (adding) setAdding(null);
        else onClose();
      }}
      title={adding ? `New tooltip for ${adding.label}` : 'Missing keys'}
      description={adding ? adding.help : 'Form fields without a tooltip'}
      padding={adding ? 'none' : 'md'}
    >
      {adding ? (
        <EntityForm
          entity={tooltip}
          row={null}
          preset={{ name: adding.key, title: adding.label }}
          isReadOnly={false}
          rowTabs={[]}
          tab={undefined}
          onTab={() => undefined}
          onSaved={() => setAdding(null)}
        />
      ) : (
        <MissingTooltips onAdd={canCreate ? add : null} />
      )}
    </Drawer>
  );
}
