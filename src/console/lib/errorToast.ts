import type { ToastRequest } from '../ui/overlay/toaster.ts';
import { fixOf, messageOf } from './problems.ts';

/** The toast of data that cannot be loaded. The same failure of several requests is one toast. */
export function loadErrorToast(error: unknown): ToastRequest {
  const description = messageOf(error, 'Error');
  return { id: `load ${description}`, title: 'Error on load data', description, page: fixOf(error) };
}

/** The toast of an error: its message, and a link to the page that fixes it where the server names one. */
export function errorToast(title: string, error: unknown): ToastRequest {
  return { title, description: messageOf(error), page: fixOf(error) };
}
