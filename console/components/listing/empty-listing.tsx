import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSlug } from '../use-slug.ts';
import type { Listing } from './use-listing.ts';

interface Props {
  listing: Listing;
  title: string;
  children: ReactNode;
}

/** Nothing here: because of the filters, or because nothing happened yet. Says what to do next. */
export function EmptyListing({ listing, title, children }: Props) {
  const slug = useSlug();
  return (
    <Stack align="center" gap="sm" py="xl" ta="center" maw={460} mx="auto">
      <Title order={2} size="h4">
        {listing.filtered ? 'Nothing matches these filters' : title}
      </Title>
      {listing.filtered ? (
        <Button variant="light" onClick={listing.clear}>
          Clear filters
        </Button>
      ) : (
        <>
          <Text c="dimmed">{children}</Text>
          <Button component={Link} href={`/stores/${slug}/playground`} variant="light">
            Open the playground
          </Button>
        </>
      )}
    </Stack>
  );
}
