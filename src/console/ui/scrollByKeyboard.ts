const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';

/**
 * Ref callback of a scroll container: without anything focusable inside, the container itself becomes focusable and
 * scrolls by arrow keys.
 */
export function scrollByKeyboard(box: HTMLElement | null): (() => void) | undefined {
  const content = box?.firstElementChild;
  if (!box || !content) return undefined;
  const size = new ResizeObserver(() => {
    if (box.scrollHeight > box.clientHeight && !content.querySelector(CONTROLS)) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  });
  size.observe(box);
  size.observe(content);
  return () => size.disconnect();
}
