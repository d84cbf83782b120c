import type { ToastRequest } from '../ui/overlay/toaster.ts';
import { approverText, ChangeWaits, type ProposedChange } from './changeWaits.ts';
import { fixOf, messageOf } from './problems.ts';

/** The toast of data that cannot be loaded. The same failure of several requests is one toast. */
export function loadErrorToast(error: unknown): ToastRequest {
  const description = messageOf(error, 'Error');
  return { id: `load ${description}`, title: 'Error on load data', description, page: fixOf(error) };
}

/**
 * The toast of an error: its message, and a link to the page that fixes it where the server names one. A change that
 * waits for a second person is no error: its toast says so.
 */
export function errorToast(title: string, error: unknown): ToastRequest {
  if (error instanceof ChangeWaits) return waitingToast(error.change);
  return { title, description: messageOf(error), page: fixOf(error) };
}

function waitingToast({ id, summary, approvers }: ProposedChange): ToastRequest {
  return {
    kind: 'info',
    title: 'Waits for a second person',
    description: `${summary}. ${approverText(approvers.map(({ name }) => name))}`,
    page: { label: 'View', href: `/waiting?open=${id}` },
  };
}
