import { localStore } from '../lib/browserStorage.ts';

/** The choice of light or dark; `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark';

export const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The active theme, as public/theme.js set it before the first paint. */
export function currentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return themes.find((each) => each.value === theme)?.value ?? 'system';
}

/** Applies a theme and stores it where possible. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  localStore.set('theme', theme);
}
