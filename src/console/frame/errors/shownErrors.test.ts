import { expect, test } from 'vitest';
import type { ToastRequest } from '../../ui/overlay/toaster.ts';
import { listenForShownErrors } from './shownErrors.ts';

function shownFor(...events: Event[]): ToastRequest[] {
  const shown: ToastRequest[] = [];
  const window = new EventTarget();
  listenForShownErrors(window, { error: (toast) => String(shown.push(toast)) });
  for (const event of events) window.dispatchEvent(event);
  return shown;
}

test('[ERR-04] an event showError shows a toast with its title and message', () => {
  const detail = { title: 'Error on save', message: 'The name is taken' };
  expect(shownFor(new CustomEvent('showError', { detail }))).toEqual([
    { title: 'Error on save', description: 'The name is taken' },
  ]);
});

test('[ERR-04] an event without useful details still shows an error', () => {
  const events = [{}, null, 'text', { title: 7, message: '' }].map(
    (detail) => new CustomEvent('showError', { detail }),
  );
  expect(shownFor(new Event('showError'), ...events)).toEqual(Array.from({ length: 5 }, () => ({ title: 'Error' })));
});
