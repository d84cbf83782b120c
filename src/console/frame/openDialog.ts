import { createContext } from 'react';

/** What the frame can open over every page; options = the profile at its options. */
export type FrameDialog = 'palette' | 'keys' | 'settings' | 'profile' | 'options' | 'config';

/** Opens a window of the frame, for pages in it. */
export const OpenDialog = createContext<(dialog: FrameDialog) => void>(() => undefined);
