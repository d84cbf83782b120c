/** The label of the modifier key in shortcuts on this computer: ⌘ or Ctrl. */
export function modKey(): string {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
