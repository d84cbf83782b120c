/** An element for the player that nothing of the page's styles reaches. */
export function createHost(label: string): HTMLElement {
  const host = document.createElement('div');
  host.style.cssText = 'all:initial;display:block;position:relative;width:100%;overflow:hidden;background:#000';
  host.setAttribute('role', 'region');
  host.setAttribute('aria-label', label);
  return host;
}
