import { use } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { ModeContext, useModeFromOtherTab, useMode } from './mode.ts';
import type { Mode } from './modes.ts';
import { useModeChoice } from './useModeChoice.ts';

const labels: Record<Mode, string> = { ssp: 'SSP', dsp: 'DSP' };

/** Switches between SSP and DSP mode. */
export function ModeSwitch({ isOpen }: { isOpen: boolean }) {
  const mode = useMode();
  const choose = useModeChoice();

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
