import {
  CAPABILITIES,
  type CapabilitySwitches,
  isOn,
  SWITCHABLE,
} from '../../commerce/store/capabilities.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';

const NAMED = CAPABILITIES.map((capability) => [capability, `dev.ucp.shopping.${capability}`] as const);

/** Returns the `ucp` member of every answer. */
export function renderEnvelope(switches: CapabilitySwitches) {
  const isCatalogAndCheckoutOnly = !SWITCHABLE.some((capability) => switches[capability]);
  // docs/contract.md, Versions.
  const version = isCatalogAndCheckoutOnly ? '2026-01-23' : '2026-04-08';
  const capabilities: Record<string, { version: string }> = {};
  for (const [capability, name] of NAMED) if (isOn(switches, capability)) capabilities[name] = { version };
  return { version, capabilities };
}

type ManifestContext = Pick<StoreContext, 'store' | 'storeUrl' | 'baseUrl'>;

const manifests = new WeakMap<StoreContext['store'], { storeUrl: string; manifest: object }>();

/** docs/contract.md, Manifest. Returns the same object until the store or its address changes. */
export function renderManifest(context: ManifestContext): object {
  const { store, storeUrl } = context;
  const rendered = manifests.get(store);
  if (rendered?.storeUrl === storeUrl) return rendered.manifest;
  const manifest = buildManifest(context);
  manifests.set(store, { storeUrl, manifest });
  return manifest;
}

function buildManifest(context: ManifestContext): object {
  const { version, capabilities } = renderEnvelope(context.store.switches);
  const schema = `${context.baseUrl}/openapi.json`;
  return {
    ucp: {
      version,
      services: {
        'dev.ucp.shopping': { transport: 'rest/1.0', endpoint: context.storeUrl, schema },
        'dev.ucp.shopping.mcp': { transport: 'mcp/1.0', endpoint: `${context.storeUrl}/mcp`, schema },
      },
      capabilities,
      payment_handlers: {
        redirect: { type: 'dev.ucp.payment.redirect', redirect_url: `${context.storeUrl}/checkout-sessions` },
      },
    },
  };
}
