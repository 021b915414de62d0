import { useInstallation } from '../session.ts';
import { OutsideLink } from './outside-link.tsx';

/** Link to a page of the documentation of the installed version, in a new tab. */
export function GuideLink({ page }: { page: string }) {
  const guides = useInstallation().data?.guides;
  if (guides === undefined) return null;
  return <OutsideLink href={`${guides}${page}`}>Read the guide</OutsideLink>;
}
