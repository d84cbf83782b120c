/** Creates an element for the player that the page's styles do not affect. */
export function createHost(label: string): HTMLElement {
  const host = document.createElement('div');
  host.style.cssText = 'all:initial;display:block;position:relative;width:100%;overflow:hidden;background:#000';
  host.setAttribute('role', 'region');
  host.setAttribute('aria-label', label);
  return host;
}
