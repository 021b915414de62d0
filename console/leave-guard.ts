import type { AroundNavHandler } from 'wouter';

/** Asks before a page with unsaved changes is left; null while there are none. */
let guard: ((proceed: () => void) => void) | null = null;

export function setLeaveGuard(next: typeof guard): void {
  guard = next;
}

/** Holds navigation back until the guard lets it proceed. Changes of the query stay on the page. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const isSamePage = to.startsWith('?');
  if (guard && !isSamePage) guard(() => navigate(to, options));
  else navigate(to, options);
};
