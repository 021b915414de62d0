import { Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';

const SIZE = 40;

/** Small picture beside the product's title, which says what it shows; a sign in place of one that does not load. */
export function ProductPicture({ url, size = SIZE }: { url: string | null; size?: number }) {
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken)
    return <IconPhoto size={size} stroke={1} aria-hidden style={{ flexShrink: 0, opacity: 0.4 }} />;
  return (
    <Image
      src={url}
      alt=""
      w={size}
      h={size}
      radius="sm"
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      style={{ flexShrink: 0 }}
    />
  );
}
