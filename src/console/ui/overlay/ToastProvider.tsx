import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { ToastData, ToastKind, Toaster } from './toaster.ts';
import { cx } from '../cx.ts';

const ToasterContext = createContext<Toaster | null>(null);

const LOOKS: Record<ToastKind, { icon: typeof Info; ink: string }> = {
  success: { icon: CircleCheck, ink: 'text-good' },
  info: { icon: Info, ink: 'text-muted' },
  error: { icon: CircleAlert, ink: 'text-bad' },
};

function isKind(type: string | undefined): type is ToastKind {
  return type === 'success' || type === 'info' || type === 'error';
}

const ACTION =
  'inline-flex h-6 shrink-0 items-center rounded-sm border border-line-strong px-2 text-xs font-medium text-ink hover:bg-pressed';

/**
 * Publishes the height of the toasts to the styles, as `--toasts`: what scrolls below them gets as much room at its end,
 * so that nothing stays covered.
 */
function publishHeight(viewport: HTMLElement | null): (() => void) | undefined {
  if (!viewport) return undefined;
  const { style } = document.documentElement;
  const size = new ResizeObserver(() => {
    if (viewport.offsetHeight > 0) style.setProperty('--toasts', `${viewport.offsetHeight + marginPx}px`);
    else style.removeProperty('--toasts');
  });
  size.observe(viewport);
  return () => size.disconnect();
}

/** Space between the toasts and the bar below them, and above them. */
const marginPx = 24;

function ToastList() {
  const { toasts, close } = Base.useToastManager<ToastData>();
  const newest = toasts.find((toast) => toast.type === 'error' && toast.transitionStatus !== 'ending');
  const announcement = [newest?.title, newest?.description].filter((part) => typeof part === 'string').join('. ');
  return (
    <>
      <Base.Portal>
        <Base.Viewport
          ref={publishHeight}
          data-print="hide"
          className="fixed right-4 bottom-16 z-50 flex w-[22rem] max-w-[calc(100vw-2rem)] flex-col-reverse gap-2 outline-none"
        >
          {toasts.map((toast) => {
            const kind = isKind(toast.type) ? toast.type : 'info';
            const { icon: Icon, ink } = LOOKS[kind];
            const link = toast.data?.link;
            return (
              <Base.Root
                key={toast.id}
                toast={toast}
                swipeDirection="right"
                className={cx(
                  'rounded-lg border bg-raised shadow-pop transition-[opacity,translate] duration-200 ease-out select-none',
                  'translate-x-(--toast-swipe-movement-x) data-ending-style:translate-x-4 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0',
                  kind === 'error' ? 'border-bad-dot' : 'border-line-strong',
                )}
              >
                <Base.Content className="flex items-start gap-2.5 p-3">
                  <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', ink)} />
                  <div className="flex min-w-0 flex-1 flex-col gap-0.5 select-text">
                    <Base.Title className={cx('text-sm font-medium', kind === 'error' ? 'text-bad' : 'text-ink')} />
                    <Base.Description className="text-sm break-words text-muted" />
                  </div>
                  {link ? (
                    <button
                      type="button"
                      className={ACTION}
                      onClick={() => {
                        close(toast.id);
                        link.onClick();
                      }}
                    >
                      {link.label}
                    </button>
                  ) : null}
                  <Base.Action className={ACTION} />
                  <Base.Close
                    aria-label="Close"
                    className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
                  >
                    <X aria-hidden className="size-3.5" />
                  </Base.Close>
                </Base.Content>
              </Base.Root>
            );
          })}
        </Base.Viewport>
      </Base.Portal>
      <div role="alert" className="sr-only">
        {announcement}
      </div>
    </>
  );
}

/** Renders the toaster's messages at the bottom right, at most four. */
export function ToastProvider({ toaster, children }: { toaster: Toaster; children: ReactNode }) {
  return (
    <ToasterContext value={toaster}>
      <Base.Provider toastManager={toaster.manager} limit={4}>
        {children}
        <ToastList />
      </Base.Provider>
    </ToasterContext>
  );
}

/** The toaster of the nearest provider. */
export function useToast(): Toaster {
  const toaster = use(ToasterContext);
  if (!toaster) throw new Error('useToast needs a ToastProvider above it');
  return toaster;
}
