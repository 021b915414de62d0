import type { Recipe } from '../../store-platforms/presentation.ts';
import { presentationOf } from '../../store-platforms/presentations.ts';
import { apache, caddy, cloudflare, nginx, vercel } from './server-recipes.ts';

export interface RecipeFor {
  manifestUrl: string;
  /** Domain of the shop. */
  domain: string;
  platform: string;
  /** True once the shop's plugin is paired with this service. */
  isPaired?: boolean;
}

/** Recipes for the shop's own platform come first. */
export function recipes({ manifestUrl, domain, platform, isPaired = false }: RecipeFor): Recipe[] {
  const at = { manifestUrl: safeUrl(manifestUrl), domain: safeHost(domain) };
  const own = presentationOf(platform).recipes({ manifestUrl: at.manifestUrl, isPaired });
  return [...own, ...nginx(at), ...apache(at), ...caddy(at), ...cloudflare(at), ...vercel(at)];
}

/** Keeps the URL one word in every configuration file: quotes, spaces, `$`, `;` and braces are encoded. */
export function safeUrl(address: string): string {
  return new URL(address).href.replaceAll(
    /[^\w:/.~%?&=+@,[\]-]/g,
    (each) => `%${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function safeHost(host: string): string {
  const address = `https://${host}`;
  return (
    (URL.canParse(address) ? new URL(address).host : '').replaceAll(/[^\w.:[\]-]/g, '') || 'shop.example.com'
  );
}
