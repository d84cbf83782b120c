/** The attributes of an element with alerts and muted alerts: it can be focused when one of them is gone. */
export const alertListProps = { 'data-alerts': true, tabIndex: -1 } as const;

/** The element with the alerts around another element. */
export function alertListOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-alerts]') ?? null;
}
