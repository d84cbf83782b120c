import { Suspense, useEffect, useState } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { lazyChunk } from './errors/lazyChunk.ts';
import type { FrameDialog } from './openDialog.ts';
import { useBufferedKeys } from './palette/useBufferedKeys.ts';

const loadPalette = () => import('./palette/Palette.tsx');
const Palette = lazyChunk(loadPalette, 'Palette');
const KeysDialog = lazyChunk(() => import('./palette/KeysDialog.tsx'), 'KeysDialog');
const InterfaceSettingsDialog = lazyChunk(() => import('./InterfaceSettingsDialog.tsx'), 'InterfaceSettingsDialog');
const ProfileDialog = lazyChunk(() => import('../pages/profile/ProfileDialog.tsx'), 'ProfileDialog');
const AppConfigDialog = lazyChunk(() => import('../pages/appConfig/AppConfigDialog.tsx'), 'AppConfigDialog');

const paletteAfterMs = 1_500;

/** The dialogs of the frame. Each is loaded when it is first opened, and stays mounted so that it can animate out. */
export function FrameDialogs({
  user,
  open,
  onOpen,
}: {
  user: SessionUser;
  open: FrameDialog | null;
  onOpen: (dialog: FrameDialog | null) => void;
}) {
  const [loaded, setLoaded] = useState<readonly FrameDialog[]>([]);
  const shown = open === 'options' ? 'profile' : open;
  if (shown !== null && !loaded.includes(shown)) setLoaded([...loaded, shown]);
  const consumeTypedText = useBufferedKeys(open === 'palette', () => onOpen(null));
  // Preloaded, so that the palette opens at once.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), paletteAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const propsOf = (dialog: FrameDialog) => ({
    open: shown === dialog,
    onOpenChange: (isOpen: boolean) => onOpen(isOpen ? dialog : null),
  });
  return (
    <Suspense fallback={null}>
      {loaded.includes('palette') ? (
        <Palette user={user} consumeTypedText={consumeTypedText} onOpen={onOpen} {...propsOf('palette')} />
      ) : null}
      {loaded.includes('keys') ? <KeysDialog {...propsOf('keys')} /> : null}
      {loaded.includes('settings') ? <InterfaceSettingsDialog {...propsOf('settings')} /> : null}
      {loaded.includes('profile') ? <ProfileDialog isAtOptions={open === 'options'} {...propsOf('profile')} /> : null}
      {loaded.includes('config') ? <AppConfigDialog {...propsOf('config')} /> : null}
    </Suspense>
  );
}
