import type { Toaster } from '../ui/overlay/toaster.ts';

/** What an event `showError` carries: `new CustomEvent('showError', { detail: { title, message } })`. */
export interface ShownError {
  title: string;
  message?: string;
}

/** Shows a red toast for every event `showError` of the window; what it lacks is told in general words. */
export function listenForShownErrors(events: EventTarget, toaster: Pick<Toaster, 'error'>): void {
  events.addEventListener('showError', (event) => {
    const { title, message } = readDetail(event);
    toaster.error({ title: title ?? 'Error', ...(message === undefined ? {} : { description: message }) });
  });
}

function readDetail(event: Event): Partial<ShownError> {
  const detail: unknown = 'detail' in event ? event.detail : undefined;
  if (typeof detail !== 'object' || detail === null) return {};
  const text = (name: string) => {
    const value: unknown = Reflect.get(detail, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [title, message] = [text('title'), text('message')];
  return { ...(title === undefined ? {} : { title }), ...(message === undefined ? {} : { message }) };
}
