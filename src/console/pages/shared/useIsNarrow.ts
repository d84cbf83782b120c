import { useSyncExternalStore } from 'react';

const media = '(max-width: 640px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(media);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone; updates when it is resized or turned. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(media).matches);
}
