import { useLocation } from '@tanstack/react-router';
import { use } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { ModeContext, useModeFromOtherTab, useMode } from './mode.ts';
import type { Mode } from './modes.ts';
import { modeOfPage } from './navigation.ts';

const labels: Record<Mode, string> = { ssp: 'SSP', dsp: 'DSP' };

/**
 * Switches between SSP and DSP mode. The page is reloaded in the chosen mode, or the dashboard when the page is not
 * part of it.
 */
export function ModeSwitch({ isOpen }: { isOpen: boolean }) {
  const mode = useMode();
  const store = use(ModeContext);
  const toast = useToast();
  const isOfOneMode = useLocation({ select: ({ pathname }) => modeOfPage(pathname) !== null });

  function choose(next: Mode) {
    if (store.choose(next)) {
      if (isOfOneMode) location.assign('/');
      else location.reload();
    } else
      toast.error({
        title: 'Error on save',
        description: 'The mode cannot be saved, because this browser blocks storage',
      });
  }

  return (
    <SegmentedControl
      label="Mode"
      size="sm"
      value={mode}
      onChange={choose}
      options={[
        { value: 'ssp', label: labels.ssp },
        { value: 'dsp', label: labels.dsp },
      ]}
      className={isOpen ? 'flex w-full [&>label]:flex-1' : cx('flex-col', '[&>label]:px-1.5')}
    />
  );
}

/** A notice that another tab has switched the mode; this tab stays in its mode until it is reloaded. */
export function ModeNote() {
  const store = use(ModeContext);
  const mode = useMode();
  const chosen = useModeFromOtherTab();
  if (chosen === null) return null;

  function reload() {
    store.reset();
    location.reload();
  }

  return (
    <Banner
      bar
      className="shrink-0 px-4"
      action={
        <Button size="sm" onClick={reload}>
          Reload
        </Button>
      }
    >
      The mode is now {labels[chosen]}. This tab still shows {labels[mode]}.
    </Banner>
  );
}
