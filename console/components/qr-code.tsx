import { useMemo } from 'react';
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  /** Alternative text. */
  label: string;
}

/** Modules of quiet zone that ISO/IEC 18004 requires around a symbol. */
const BORDER = 4;
const MODULE_PIXELS = 4;

/** Black on white in both color schemes: many apps read no inverted symbols. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: BORDER }), [text]);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={size * MODULE_PIXELS}
      height={size * MODULE_PIXELS}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
