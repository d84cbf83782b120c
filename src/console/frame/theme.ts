import { localStore } from '../lib/browserStorage.ts';

/** How light and dark are chosen: by the system or by the person. */
export type Theme = 'system' | 'light' | 'dark';

/** The choices of the theme switch. */
export const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The theme in force, as public/theme.js set it before the first paint. */
export function currentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return themes.find((each) => each.value === theme)?.value ?? 'system';
}

/** Puts a theme in force and remembers it where storage allows. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  localStore.set('theme', theme);
}
