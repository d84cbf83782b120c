import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question: "Archive 12 tags?" */
  title: ReactNode;
  /** The consequences, with counts. */
  description?: ReactNode;
  children?: ReactNode;
  /** The verb of the question: "Archive". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Text to type before the button is enabled, for actions that cannot be undone. */
  typed?: string;
  /**
   * The button is busy while the promise is pending; the dialog closes when it resolves and stays open when it rejects.
   */
  onConfirm: () => void | Promise<void>;
};

/** A confirmation dialog. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  typed,
  onConfirm,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const inputId = useId();
  const ready = typed === undefined || text.trim() === typed;
  async function confirm() {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch {
      // The caller has shown the error; the dialog stays open for another try.
    } finally {
      setBusy(false);
    }
  }
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      onOpenChangeComplete={(next) => {
        if (!next) setText('');
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-4 pt-[18vh]">
          <Base.Popup className="flex w-full max-w-md flex-col overflow-hidden rounded-xl border border-line-strong bg-raised shadow-modal outline-none transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
            <form
              onSubmit={(event) => {
                event.preventDefault();
                event.stopPropagation();
                void confirm();
              }}
            >
              <div className="flex flex-col gap-1.5 px-5 pt-4 pb-5">
                <Base.Title className="text-base font-semibold wrap-anywhere text-ink">{title}</Base.Title>
                {description ? <Base.Description className="text-sm text-muted">{description}</Base.Description> : null}
                {children ? <div className="pt-1">{children}</div> : null}
                {typed === undefined ? null : (
                  <div className="flex flex-col gap-1.5 pt-2">
                    <label htmlFor={inputId} className="text-xs text-muted">
                      Type <strong className="font-semibold text-ink">{typed}</strong> to confirm
                    </label>
                    <input
                      id={inputId}
                      value={text}
                      autoComplete="off"
                      spellCheck={false}
                      onChange={(event) => setText(event.currentTarget.value)}
                      className="control-box"
                    />
                  </div>
                )}
              </div>
              <div className="flex items-center justify-end gap-2 border-t bg-sunken px-5 py-3">
                <Button onClick={() => onOpenChange(false)} disabled={busy}>
                  {cancelLabel}
                </Button>
                <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={busy} disabled={!ready}>
                  {confirmLabel}
                </Button>
              </div>
            </form>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
