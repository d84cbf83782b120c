import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { ViewsPanel } from './ViewsPanel.tsx';
import type { ViewsMenuProps } from './ViewsMenu.tsx';

/** The saved views of a list. Open when mounted, as the press that opens it also loads it. */
export function ViewsPopover({ page, present, onChoose }: ViewsMenuProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover
      label="Saved views"
      align="end"
      padding="none"
      className="w-80 overflow-hidden"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<Bookmark />}>Views</Button>}
    >
      <ViewsPanel
        page={page}
        present={present}
        onChoose={(search) => {
          setOpen(false);
          onChoose(search);
        }}
      />
    </Popover>
  );
}
