import { useLocation } from '@tanstack/react-router';
import { use } from 'react';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { ModeContext } from './mode.ts';
import type { Mode } from './modes.ts';
import { modeOfPage } from './navigation.ts';

/**
 * Returns a function that switches to a mode: it reloads the page, or the dashboard when the page is not part of the
 * mode.
 */
export function useModeChoice(): (mode: Mode) => void {
  const store = use(ModeContext);
  const toast = useToast();
  const isOfOneMode = useLocation({ select: ({ pathname }) => modeOfPage(pathname) !== null });
  return (mode) => {
    if (store.choose(mode)) {
      if (isOfOneMode) location.assign('/');
      else location.reload();
    } else
      toast.error({
        title: 'Error on save',
        description: 'The mode cannot be saved, because this browser blocks storage',
      });
  };
}
