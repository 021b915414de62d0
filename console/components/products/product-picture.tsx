import { Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';

const SIZE = 40;

/** Small picture beside the product's title, which says what it shows; a sign in place of one that does not load. */
export function ProductPicture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken)
    return <IconPhoto size={SIZE} stroke={1} aria-hidden style={{ flexShrink: 0, opacity: 0.4 }} />;
  return (
    <Image
      src={url}
      alt=""
      w={SIZE}
      h={SIZE}
      radius="sm"
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      style={{ flexShrink: 0 }}
    />
  );
}
