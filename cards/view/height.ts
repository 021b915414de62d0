import type { App } from '@modelcontextprotocol/ext-apps';

/**
 * Reports the height that the card needs, whenever it changes. Its width is the host's: a host that sets the reported one would keep
 * the first, which is 0 until the host has laid out its page.
 */
export function reportHeight(app: App): void {
  let last = 0;
  const report = () => {
    const height = neededHeight();
    if (innerWidth === 0 || height === last) return;
    last = height;
    void app.sendSizeChanged({ height });
  };
  const observer = new ResizeObserver(() => requestAnimationFrame(report));
  observer.observe(document.documentElement);
  observer.observe(document.body);
}

/** Pixels, also where the frame is higher than the card. */
function neededHeight(): number {
  const { documentElement: root } = document;
  const { height: before } = root.style;
  root.style.height = 'max-content';
  const { height } = root.getBoundingClientRect();
  root.style.height = before;
  return Math.ceil(height);
}
