import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  const root = new MutationObserver(onChange);
  root.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  media.addEventListener('change', onChange);
  return () => {
    root.disconnect();
    media.removeEventListener('change', onChange);
  };
}

function isDark(): boolean {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}

/** True when the page is dark, by setting or system: for charts, which are drawn with resolved colors. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}
