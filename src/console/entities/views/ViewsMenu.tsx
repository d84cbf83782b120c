import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyChunk } from '../../frame/lazyChunk.ts';
import { Button } from '../../ui/Button.tsx';

const ViewsPopover = lazyChunk(() => import('./ViewsPopover.tsx'), 'ViewsPopover');

/** What the saved views of a list work with. */
export interface ViewsMenuProps {
  page: string;
  /** The present state, as a view keeps it. */
  present: string;
  /** Hears of the state that a chosen view keeps. */
  onChoose: (search: string) => void;
}

/** The saved views of a list; they are loaded with the first press. */
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
