import { createContext } from 'react';

/** Dialogs of the frame; options = the profile at its options. */
export type FrameDialog = 'palette' | 'keys' | 'settings' | 'profile' | 'options' | 'config';

/** Opens a dialog of the frame from a page. */
export const OpenDialog = createContext<(dialog: FrameDialog) => void>(() => undefined);
