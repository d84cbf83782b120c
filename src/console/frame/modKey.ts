/** The key that goes with letters in shortcuts, as this computer's keyboard prints it. */
export function modKey(): string {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
