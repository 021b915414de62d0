import type { Recipe } from '../../store-platforms/presentation.ts';
import { getPresentation } from '../../store-platforms/presentations.ts';
import {
  buildApacheRecipes,
  buildCaddyRecipes,
  buildCloudflareRecipes,
  buildNginxRecipes,
  buildVercelRecipes,
} from './server-recipes.ts';

export interface RecipeFor {
  manifestUrl: string;
  /** Domain of the shop. */
  domain: string;
  platform: string;
  /** True once the shop's plugin is paired with this service. */
  isPaired?: boolean;
}

/** Recipes for the shop's own platform come first. */
export function buildRecipes({ manifestUrl, domain, platform, isPaired = false }: RecipeFor): Recipe[] {
  const at = { manifestUrl: toSafeUrl(manifestUrl), domain: toSafeHost(domain) };
  const own = getPresentation(platform).recipes({ manifestUrl: at.manifestUrl, isPaired });
  return [
    ...own,
    ...buildNginxRecipes(at),
    ...buildApacheRecipes(at),
    ...buildCaddyRecipes(at),
    ...buildCloudflareRecipes(at),
    ...buildVercelRecipes(at),
  ];
}

/** Keeps the URL one word in every configuration file: quotes, spaces, `$`, `;` and braces are encoded. */
export function toSafeUrl(address: string): string {
  return new URL(address).href.replaceAll(
    /[^\w:/.~%?&=+@,[\]-]/g,
    (each) => `%${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function toSafeHost(host: string): string {
  const address = `https://${host}`;
  return (
    (URL.canParse(address) ? new URL(address).host : '').replaceAll(/[^\w.:[\]-]/g, '') || 'shop.example.com'
  );
}
