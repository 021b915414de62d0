import type { AroundNavHandler } from 'wouter';

/** Asks before `proceed` leaves the page. */
type Guard = (proceed: () => void) => void;

/** Guards of the forms with unsaved changes on this page. */
const guards = new Set<Guard>();

/** Path of the page with the unsaved changes. */
let guarded = '';

export function addLeaveGuard(guard: Guard): void {
  guarded = window.location.pathname;
  guards.add(guard);
}

export function removeLeaveGuard(guard: Guard): void {
  guards.delete(guard);
}

/** Lets the next navigation proceed, whatever is unsaved. */
export function dropLeaveGuards(): void {
  guards.clear();
}

/** Holds navigation back until the guard lets it proceed. Changes of the query stay on the page. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const [guard] = guards;
  const isSamePage = to.startsWith('?');
  if (guard && !isSamePage) guard(() => navigate(to, options));
  else navigate(to, options);
};

/** Holds the browser's back and forward buttons back in the same way. Captures, so that it runs before the router. */
export function guardHistory(): void {
  window.addEventListener('popstate', holdBack, { capture: true });
}

/** The address has changed already: the page's own is added after it, from where "back" leads to the wanted one. */
function holdBack(event: PopStateEvent): void {
  const [guard] = guards;
  if (!guard || window.location.pathname === guarded) return;
  event.stopImmediatePropagation();
  window.history.pushState(null, '', guarded);
  guard(() => window.history.back());
}
