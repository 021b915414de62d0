import { lazy } from 'react';

/** Each page is read when it is opened first. */
export const SignIn = lazy(async () => ({ default: (await import('./pages/sign-in.tsx')).SignIn }));
export const SignUp = lazy(async () => ({ default: (await import('./pages/sign-up.tsx')).SignUp }));
export const ForgotPassword = lazy(async () => ({
  default: (await import('./pages/forgot-password.tsx')).ForgotPassword,
}));
export const ResetPassword = lazy(async () => ({
  default: (await import('./pages/reset-password.tsx')).ResetPassword,
}));
export const ProviderAnswer = lazy(async () => ({
  default: (await import('./pages/provider-answer.tsx')).ProviderAnswer,
}));
export const Stores = lazy(async () => ({ default: (await import('./pages/stores.tsx')).Stores }));
export const Connect = lazy(async () => ({ default: (await import('./pages/connect.tsx')).Connect }));
export const ConnectShopify = lazy(async () => ({
  default: (await import('./pages/connect-shopify.tsx')).ConnectShopify,
}));
export const ConnectWooCommerce = lazy(async () => ({
  default: (await import('./pages/connect-woocommerce.tsx')).ConnectWooCommerce,
}));
export const Account = lazy(async () => ({ default: (await import('./pages/account.tsx')).AccountPage }));
export const Team = lazy(async () => ({ default: (await import('./pages/team.tsx')).Team }));
export const Invitation = lazy(async () => ({
  default: (await import('./pages/invitation.tsx')).Invitation,
}));
export const Confirm = lazy(async () => ({ default: (await import('./pages/confirm.tsx')).Confirm }));
export const Transfer = lazy(async () => ({ default: (await import('./pages/transfer.tsx')).Transfer }));
export const Overview = lazy(async () => ({ default: (await import('./pages/overview.tsx')).Overview }));
export const Discovery = lazy(async () => ({
  default: (await import('./pages/discovery.tsx')).DiscoveryPage,
}));
export const ConnectAgent = lazy(async () => ({
  default: (await import('./pages/connect-agent.tsx')).ConnectAgent,
}));
export const Capabilities = lazy(async () => ({
  default: (await import('./pages/capabilities.tsx')).CapabilitiesPage,
}));
export const Policy = lazy(async () => ({ default: (await import('./pages/policy.tsx')).PolicyPage }));
export const Sessions = lazy(async () => ({ default: (await import('./pages/sessions.tsx')).Sessions }));
export const Session = lazy(async () => ({ default: (await import('./pages/session.tsx')).Session }));
export const Carts = lazy(async () => ({ default: (await import('./pages/carts.tsx')).Carts }));
export const Cart = lazy(async () => ({ default: (await import('./pages/cart.tsx')).Cart }));
export const Orders = lazy(async () => ({ default: (await import('./pages/orders.tsx')).Orders }));
export const Order = lazy(async () => ({ default: (await import('./pages/order.tsx')).Order }));
export const Requests = lazy(async () => ({ default: (await import('./pages/requests.tsx')).Requests }));
export const Request = lazy(async () => ({ default: (await import('./pages/request.tsx')).Request }));
export const Webhooks = lazy(async () => ({ default: (await import('./pages/webhooks.tsx')).Webhooks }));
export const Events = lazy(async () => ({ default: (await import('./pages/events.tsx')).Events }));
export const Playground = lazy(async () => ({
  default: (await import('./pages/playground.tsx')).Playground,
}));
export const Audit = lazy(async () => ({ default: (await import('./pages/audit.tsx')).Audit }));
export const Settings = lazy(async () => ({ default: (await import('./pages/settings.tsx')).Settings }));
export const Products = lazy(async () => ({ default: (await import('./pages/products.tsx')).Products }));
export const Product = lazy(async () => ({ default: (await import('./pages/product.tsx')).Product }));
export const Search = lazy(async () => ({ default: (await import('./pages/search.tsx')).Search }));
