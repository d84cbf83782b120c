import { use, type MouseEvent } from 'react';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { ApiContext } from './apiContext.ts';
import { errorToast } from './errorToast.ts';
import { isSignedOut } from './query.ts';

/**
 * Downloads the file of a pressed link, or of a path, that needs a confirmation of the person: its dialog comes first,
 * because a link cannot be repeated.
 */
export function useConfirmedDownload(): (source: MouseEvent<HTMLAnchorElement> | string) => void {
  const api = use(ApiContext);
  const toast = useToast();
  return (source) => {
    const href = typeof source === 'string' ? source : source.currentTarget.href;
    if (typeof source !== 'string') source.preventDefault();
    api.get('/api/session/confirmed').then(
      () => {
        const link = document.createElement('a');
        link.href = href;
        link.download = '';
        link.click();
      },
      (error: unknown) => {
        if (!isSignedOut(error)) toast.error(errorToast('The file was not downloaded', error));
      },
    );
  };
}
