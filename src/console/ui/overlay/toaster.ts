import { Toast as Base } from '@base-ui/react/toast';

export type ToastKind = 'success' | 'info' | 'error';

export type ToastRequest = {
  /** Replaces the toast with the same ID, if one is shown. */
  id?: string;
  /** Another kind than that of the called method. */
  kind?: ToastKind;
  title: string;
  description?: string;
  /** An action: Undo, Try again. */
  action?: ToastAction;
  /** A link to what the toast is about. */
  link?: ToastAction;
  /** The page where it can be fixed. */
  page?: { label: string; href: string } | undefined;
};

/** A button of a toast; pressing it closes the toast. */
export type ToastAction = { label: string; onClick: () => void };

/** Extra data of a toast, which the provider renders beside Base UI's own parts. */
export type ToastData = { link?: ToastAction };

/** Shows toasts from anywhere: components get it from useToast, the query client as an argument. */
export type Toaster = {
  success: (toast: ToastRequest) => string;
  info: (toast: ToastRequest) => string;
  /** Stays until it is closed, and is announced at once. */
  error: (toast: ToastRequest) => string;
  close: (id: string) => void;
  /** Base UI's manager, which the provider renders from. */
  manager: ReturnType<typeof Base.createToastManager>;
};

const STAY_MS = 5_000;
const STAY_WITH_LINK_MS = 8_000;
/** Long enough to see what a change did before undoing it. */
const STAY_WITH_ACTION_MS = 30_000;

/** Creates a queue of toasts, once at startup, for ToastProvider. `go` opens a page of the console. */
export function createToaster(go: (href: string) => void): Toaster {
  const manager = Base.createToastManager();
  /** The newest toast with an action: an older one makes room for it. */
  let withAction: string | undefined;
  function add(
    method: ToastKind,
    { id: wanted, kind = method, title, description, action, page, ...rest }: ToastRequest,
  ): string {
    const link = rest.link ?? (page && { label: page.label, onClick: () => go(page.href) });
    const id: string = manager.add({
      ...(wanted === undefined ? {} : { id: wanted }),
      title,
      description,
      type: kind,
      // High priority renders a focusable hidden root; errors are announced by the provider's own alert region.
      priority: 'low',
      data: link ? ({ link } satisfies ToastData) : undefined,
      timeout: kind === 'error' ? 0 : action ? STAY_WITH_ACTION_MS : link ? STAY_WITH_LINK_MS : STAY_MS,
      actionProps: action
        ? {
            children: action.label,
            onClick: () => {
              manager.close(id);
              action.onClick();
            },
          }
        : undefined,
    });
    if (action && kind !== 'error') {
      if (withAction !== undefined && withAction !== id) manager.close(withAction);
      withAction = id;
    }
    return id;
  }
  return {
    success: (toast) => add('success', toast),
    info: (toast) => add('info', toast),
    error: (toast) => add('error', toast),
    close: (id) => manager.close(id),
    manager,
  };
}
