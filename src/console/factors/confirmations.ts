/** Requests to the person to confirm who they are, one at a time. */
export interface Confirmations {
  /** Shows the dialog; concurrent requests share it. Resolves to whether the person confirmed. */
  request: () => Promise<boolean>;
  /** Whether the dialog is wanted. */
  isOpen: () => boolean;
  /** Closes the dialog with its outcome. */
  settle: (isConfirmed: boolean) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Creates the requests of a page. */
export function createConfirmations(): Confirmations {
  const listeners = new Set<() => void>();
  let open: { outcome: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | null = null;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    isOpen: () => open !== null,
    request() {
      if (open) return open.outcome;
      let resolve: (isConfirmed: boolean) => void = () => undefined;
      const outcome = new Promise<boolean>((settle) => {
        resolve = settle;
      });
      open = { outcome, resolve };
      notify();
      return outcome;
    },
    settle(isConfirmed) {
      open?.resolve(isConfirmed);
      open = null;
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
