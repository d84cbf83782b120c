import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';

/** The close button in the corner of a dialog or drawer. */
export function DialogClose() {
  return (
    <Base.Close
      aria-label="Close"
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-pressed hover:text-ink"
    >
      <X aria-hidden className="size-4" />
    </Base.Close>
  );
}
