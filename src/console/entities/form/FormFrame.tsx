import { Split } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import type { EntityRow } from '../useEntity.ts';
import type { RowForm, RowFormProps } from './useRowForm.tsx';
import { useSaveKey } from './useSaveKey.ts';

/** The frame of a row's form in any layout: the scrolled content, and below it Save and its like, always visible. */
export function FormFrame({
  rowForm: { isDirty, isRestored, discard, isSaving, save, isWhatIfOffered, askWhatIf, dialogs },
  entity,
  row,
  isReadOnly,
  isEditing = true,
  scroller,
  className,
  actions,
  children,
}: Pick<RowFormProps, 'entity' | 'row' | 'isReadOnly'> & {
  rowForm: RowForm;
  /** False while no field is shown: the buttons are hidden unless there are unsaved changes. */
  isEditing?: boolean;
  scroller?: RefObject<HTMLDivElement | null>;
  /** Classes of the scrolled content. */
  className?: string;
  /** Buttons after those of the form. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const noun = entity.label.toLowerCase();
  const form = useRef<HTMLFormElement>(null);
  useSaveKey(form, () => {
    if (!isReadOnly && !isSaving && (row === null || isDirty)) save();
  });
  return (
    <form
      ref={form}
      noValidate
      aria-label={row ? `Edit ${noun}` : `New ${noun}`}
      className="flex h-full flex-col"
      onSubmit={(event) => {
        // A form that was opened from a field of another form must not submit that one too.
        event.stopPropagation();
        save(event);
      }}
    >
      <div ref={scroller} className={cx('toast-room relative min-h-0 flex-1 overflow-y-auto', className)}>
        {isRestored && isDirty ? (
          <Banner
            bar
            tone="warn"
            action={
              <Button size="sm" onClick={discard}>
                Discard
              </Button>
            }
          >
            Your unsaved changes were restored.
          </Banner>
        ) : null}
        {children}
      </div>
      <FormFooter row={row}>
        {isReadOnly ? (
          <span className="text-xs text-muted">View only</span>
        ) : isEditing || isDirty ? (
          <>
            <Button type="submit" variant="primary" loading={isSaving} disabled={row !== null && !isDirty}>
              {row ? 'Save' : `Create ${noun}`}
            </Button>
            {isWhatIfOffered ? (
              <Button icon={<Split />} disabled={!isDirty || isSaving} onClick={() => askWhatIf()}>
                What if?
              </Button>
            ) : null}
            <Button onClick={discard} disabled={!isDirty || isSaving}>
              {row ? 'Revert' : 'Clear'}
            </Button>
            {actions}
            <span aria-live="polite" className="flex items-center gap-1.5 text-xs text-muted">
              {isDirty ? (
                <>
                  <span aria-hidden className="size-1.5 rounded-full bg-warn-dot" />
                  Unsaved changes
                </>
              ) : null}
            </span>
          </>
        ) : null}
      </FormFooter>
      {dialogs}
    </form>
  );
}

/** Save is at the left: toasts appear at the right and must not cover it. */
function FormFooter({ row, children }: { row: EntityRow | null; children: ReactNode }) {
  const { timezone } = useUser();
  return (
    <div className="flex min-h-14 shrink-0 items-center justify-between gap-4 border-t bg-sunken px-5 py-2.5">
      <div className="flex items-center gap-2">{children}</div>
      {row ? (
        <dl className="tnum grid grid-cols-[auto_auto] gap-x-2 text-2xs leading-4 text-muted">
          <dt>Updated</dt>
          <dd>
            {formatDateTime(row.updatedAt, timezone)} {offsetLabel(timezone)}
          </dd>
          <dt>Created</dt>
          <dd>
            {formatDateTime(row.createdAt, timezone)} {offsetLabel(timezone)}
          </dd>
        </dl>
      ) : null}
    </div>
  );
}
