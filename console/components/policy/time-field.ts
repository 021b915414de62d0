/** Times that a field offers. */
export const TIMES: readonly string[] = Array.from({ length: 49 }, (_, half) =>
  half === 48 ? '24:00' : `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

const TIME = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*([ap])?\.?m?\.?$/i;

/** Reads `9`, `9:00`, `9.30`, `930` and `5 pm` as a time of the wire; returns other text unchanged, for the service to refuse. */
export function toTime(text: string): string {
  const [, hours, minutes = '00', half] = TIME.exec(text.trim()) ?? [];
  if (hours === undefined) return text;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
