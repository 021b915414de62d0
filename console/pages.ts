import { type ComponentType, lazy } from 'react';
import { unreachable } from './api.ts';

/** Each page is read when it is opened first. */
const page = <Name extends string>(read: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await read().catch(unreachable))[name] }));

export const SignIn = page(() => import('./pages/sign-in.tsx'), 'SignIn');
export const SignUp = page(() => import('./pages/sign-up.tsx'), 'SignUp');
export const ForgotPassword = page(() => import('./pages/forgot-password.tsx'), 'ForgotPassword');
export const ResetPassword = page(() => import('./pages/reset-password.tsx'), 'ResetPassword');
export const ProviderAnswer = page(() => import('./pages/provider-answer.tsx'), 'ProviderAnswer');
export const Stores = page(() => import('./pages/stores.tsx'), 'Stores');
export const Connect = page(() => import('./pages/connect.tsx'), 'Connect');
export const ConnectShopify = page(() => import('./pages/connect-shopify.tsx'), 'ConnectShopify');
export const ConnectWooCommerce = page(() => import('./pages/connect-woocommerce.tsx'), 'ConnectWooCommerce');
export const Account = page(() => import('./pages/account.tsx'), 'AccountPage');
export const ConfirmEmail = page(() => import('./pages/confirm-email.tsx'), 'ConfirmEmail');
export const Team = page(() => import('./pages/team.tsx'), 'Team');
export const Invitation = page(() => import('./pages/invitation.tsx'), 'Invitation');
export const Confirm = page(() => import('./pages/confirm.tsx'), 'Confirm');
export const Transfer = page(() => import('./pages/transfer.tsx'), 'Transfer');
export const Overview = page(() => import('./pages/overview.tsx'), 'Overview');
export const Discovery = page(() => import('./pages/discovery.tsx'), 'DiscoveryPage');
export const ConnectAgent = page(() => import('./pages/connect-agent.tsx'), 'ConnectAgent');
export const Capabilities = page(() => import('./pages/capabilities.tsx'), 'CapabilitiesPage');
export const Policy = page(() => import('./pages/policy.tsx'), 'PolicyPage');
export const Sessions = page(() => import('./pages/sessions.tsx'), 'Sessions');
export const Session = page(() => import('./pages/session.tsx'), 'Session');
export const Carts = page(() => import('./pages/carts.tsx'), 'Carts');
export const Cart = page(() => import('./pages/cart.tsx'), 'Cart');
export const Orders = page(() => import('./pages/orders.tsx'), 'Orders');
export const Order = page(() => import('./pages/order.tsx'), 'Order');
export const Requests = page(() => import('./pages/requests.tsx'), 'Requests');
export const Request = page(() => import('./pages/request.tsx'), 'Request');
export const Webhooks = page(() => import('./pages/webhooks.tsx'), 'Webhooks');
export const Events = page(() => import('./pages/events.tsx'), 'Events');
export const Playground = page(() => import('./pages/playground.tsx'), 'Playground');
export const Audit = page(() => import('./pages/audit.tsx'), 'Audit');
export const Settings = page(() => import('./pages/settings.tsx'), 'Settings');
export const Products = page(() => import('./pages/products.tsx'), 'Products');
export const Product = page(() => import('./pages/product.tsx'), 'Product');
export const Search = page(() => import('./pages/search.tsx'), 'Search');
