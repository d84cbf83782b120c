import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type FinanceAct, useFinanceAct } from './useFinance.ts';

/** A window that asks for what an act needs and does it; it stays open when it is refused. */
export function ActDialog({
  title,
  description,
  label,
  act,
  isReadOnly = false,
  isDangerous = false,
  size = 'sm',
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  /** The verb on its button. */
  label: string;
  /** What will be done; null while something is missing. */
  act: FinanceAct | null;
  isReadOnly?: boolean;
  isDangerous?: boolean;
  size?: 'sm' | 'md' | 'lg';
  onClose: () => void;
  children?: ReactNode;
}) {
  const doIt = useFinanceAct();
  const [isBusy, setBusy] = useState(false);
  // The toast of a refusal may lead to another part of the page.
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
      onClose();
    } catch {
      // A toast has told why; the window stays for another try.
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
