import { OutsideLink } from './outside-link.tsx';

/** Link to a guide of the running version, in a new tab. `page` names it as in docs/: `policy.md#pausing-a-whole-store`. */
export function GuideLink({ page }: { page: string }) {
  return <OutsideLink href={`/guides/${page.replace('.md', '')}`}>Read the guide</OutsideLink>;
}
