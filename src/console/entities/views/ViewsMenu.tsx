import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Button } from '../../ui/Button.tsx';

const ViewsPopover = lazyChunk(() => import('./ViewsPopover.tsx'), 'ViewsPopover');

export interface ViewsMenuProps {
  page: string;
  /** The current state, in a saved view's form. */
  present: string;
  /** Called with the state of the selected view. */
  onChoose: (search: string) => void;
}

/** The saved views of a list, loaded on the first press. */
export function ViewsMenu(props: ViewsMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button icon={<Bookmark />} aria-haspopup="dialog" aria-expanded={false} onClick={() => setWanted(true)}>
      Views
    </Button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <ViewsPopover {...props} />
    </Suspense>
  ) : (
    button
  );
}
