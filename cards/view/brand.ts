import { type Rgb, textOn, visibleOn } from './contrast.ts';

/** Gives lines and buttons the shop's color, and buttons an edge that is seen on the card's background whatever the color. */
export function paint(color: string | undefined): void {
  if (color === undefined) return;
  const { body, documentElement } = document;
  const sheet = documentElement.dataset.theme === 'dark' ? '#1d1d21' : '#ffffff';
  const background = toRgb(sheet, getComputedStyle(body).backgroundColor);
  const brand = toRgb(color);
  const colors = { brand, 'on-brand': textOn(brand), 'brand-edge': visibleOn(brand, background) };
  for (const [name, parts] of Object.entries(colors))
    documentElement.style.setProperty(`--${name}`, `rgb(${parts.join()})`);
}

/** Reads any notation of CSS, by painting the colors over each other. */
function toRgb(...colors: string[]): Rgb {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return [255, 255, 255];
  for (const color of colors) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}
