const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';

/** A ref for a scrolling box around one element: with nothing inside to move to, the box itself takes the focus and the arrows. */
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
