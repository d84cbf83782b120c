import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ChangeWaits } from '../../lib/changeWaits.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type FinanceAct, useFinanceAct } from './useFinance.ts';

/** A dialog that collects the input of an action and runs it. It stays open when the action fails. */
export function ActDialog({
  title,
  description,
  label,
  act,
  isReadOnly = false,
  isDangerous = false,
  size = 'sm',
  onClose,
  onDone = onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  /** Label of the submit button. */
  label: string;
  /** The action to run; null while input is missing. */
  act: FinanceAct | null;
  isReadOnly?: boolean;
  isDangerous?: boolean;
  size?: 'sm' | 'md' | 'lg';
  onClose: () => void;
  /** Called instead of `onClose` after the action. */
  onDone?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const doIt = useFinanceAct();
  const [isBusy, setBusy] = useState(false);
  // The link in an error toast may lead to another part of the page.
  const { href } = useLocation();
  const [openedAt] = useState(href);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (href !== openedAt) leave();
  }, [href, openedAt]);
  async function submit() {
    if (isBusy || act === null || isReadOnly) return;
    setBusy(true);
    try {
      await doIt.mutateAsync(act);
      onDone();
    } catch (error) {
      if (error instanceof ChangeWaits) return onClose();
      // A toast shows the error; the dialog stays open for another try.
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={title}
      description={description}
      size={size}
      onSubmit={() => void submit()}
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} loading={isBusy} disabled={act === null}>
              {label}
            </Button>
          </>
        )
      }
    >
      {children}
    </Dialog>
  );
}
