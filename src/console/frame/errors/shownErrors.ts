import type { Toaster } from '../../ui/overlay/toaster.ts';

/** The detail of a `showError` event: `new CustomEvent('showError', { detail: { title, message } })`. */
export interface ShownError {
  title: string;
  message?: string;
}

/** Shows a red toast for every `showError` event of the window, with default texts for missing parts. */
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
