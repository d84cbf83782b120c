import { Button } from '../../ui/Button.tsx';
import type { ProfileRights } from './profileRights.ts';

/**
 * The buttons under the profile: who only looks has nothing to save. Save stands at the left: messages come up at the
 * right, and must not cover it.
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
