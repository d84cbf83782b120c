import { Button } from '../../ui/Button.tsx';
import type { ProfileRights } from './profileRights.ts';

/**
 * The buttons of the profile. Read-only users have nothing to save. Save is on the left, as toasts would cover it on
 * the right.
 */
export function ProfileFooter({
  rights,
  isDirty,
  isSaving,
  onClose,
}: {
  rights: ProfileRights;
  isDirty: boolean;
  isSaving: boolean;
  onClose: () => void;
}) {
  if (rights.isReadOnly) return <Button onClick={onClose}>Close</Button>;
  return (
    <div className="flex w-full items-center gap-2">
      <Button type="submit" variant="primary" loading={isSaving} disabled={!isDirty}>
        Save
      </Button>
      <Button onClick={onClose} disabled={isSaving}>
        Cancel
      </Button>
      <span aria-live="polite" className="flex items-center gap-1.5 text-xs text-muted">
        {isDirty ? (
          <>
            <span aria-hidden className="size-1.5 rounded-full bg-warn-dot" />
            Unsaved changes
          </>
        ) : null}
      </span>
    </div>
  );
}
