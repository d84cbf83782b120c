import { createContext, use, useCallback, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';
import { useToast } from './ToastProvider.tsx';

export type ConfirmRequest = Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'onConfirm'>;

type Confirm = (request: ConfirmRequest) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** Renders the one dialog behind useConfirm. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ConfirmRequest | null>(null);
  const [open, setOpen] = useState(false);
  // Loaded with the first confirmation: the sign-in page has none.
  const [Question, setQuestion] = useState<ComponentType<ConfirmDialogProps> | null>(null);
  const toast = useToast();
  const answer = useRef<((yes: boolean) => void) | null>(null);
  const settle = useCallback((yes: boolean) => {
    answer.current?.(yes);
    answer.current = null;
  }, []);
  const confirm = useCallback<Confirm>(
    (next) => {
      settle(false);
      setRequest(next);
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
        import('./ConfirmDialog.tsx').then(
          ({ ConfirmDialog }) => setQuestion(() => ConfirmDialog),
          () => {
            settle(false);
            toast.error({
              title: 'The dialog could not be shown',
              description: 'Check your connection and try again.',
            });
          },
        );
      });
    },
    [settle, toast],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {request && Question ? (
        <Question
          {...request}
          open={open}
          onOpenChange={(next) => {
            setOpen(next);
            if (!next) settle(false);
          }}
          onConfirm={() => settle(true)}
        />
      ) : null}
    </ConfirmContext>
  );
}

/**
 * Opens a confirmation and resolves to the choice: `if (await confirm({ title: 'Leave?', confirmLabel: 'Leave' }))`.
 */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}
