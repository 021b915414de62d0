import type { Recipe } from '../../store-platforms/presentation.ts';
import { getPresentation } from '../../store-platforms/presentations.ts';

export interface RecipeFor extends At {
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
  return URL.parse(`https://${host}`)?.host.replaceAll(/[^\w.:[\]-]/g, '') || 'shop.example.com';
}

type Server = Pick<Recipe, 'id' | 'title' | 'language'>;

/** Members in which a recipe differs from its server's. */
type Contents = Pick<Recipe, 'text' | 'note'> & Partial<Recipe>;

/** Returns the recipes by which a server answers with the manifest, and redirects to it. */
function buildBothRecipes(server: Server, direct: Contents, redirect: Contents): Recipe[] {
  const contents = { direct, redirect };
  return (['direct', 'redirect'] as const).map((kind) => {
    const { id, title, language, text, note } = { ...server, ...contents[kind] };
    return { id, title, kind, language, text, note };
  });
}

/** Both are safe between double quotes. */
interface At {
  manifestUrl: string;
  domain: string;
}

const FRESH = 'Fetches the manifest from the service, so it is always up to date.';
const FOLLOWED = 'Agents that reject redirects will not find the store.';

function buildNginxRecipes({ manifestUrl, domain }: At): Recipe[] {
  const { host, protocol, hostname } = new URL(manifestUrl);
  const tls =
    protocol === 'https:' ? ['    proxy_ssl_server_name on;', `    proxy_ssl_name "${hostname}";`] : [];
  const place = `# In the server block of ${domain}. An exact location wins over rules that deny paths with a dot.`;
  const buildLocation = (lines: string[]) =>
    [place, 'location = /.well-known/ucp {', ...lines, '}'].join('\n');
  const direct = [
    `    proxy_pass "${manifestUrl}";`,
    `    proxy_set_header Host "${host}";`,
    '    proxy_set_header Cookie "";',
    '    proxy_set_header Authorization "";',
    ...tls,
  ];
  return buildBothRecipes(
    { id: 'nginx', title: 'nginx', language: 'nginx' },
    { text: buildLocation(direct), note: `${FRESH} Test with nginx -t, then reload.` },
    {
      text: buildLocation([`    return 302 "${manifestUrl}";`]),
      note: `${FOLLOWED} Test with nginx -t, then reload.`,
    },
  );
}

function buildApacheRecipes({ manifestUrl, domain }: At): Recipe[] {
  // Apache expands %1 in a substitution as a group of a condition, and %{…} as a variable.
  const rewritten = manifestUrl.replaceAll('%', '\\%');
  const tls = manifestUrl.startsWith('https:') ? ['SSLProxyEngine On'] : [];
  return buildBothRecipes(
    { id: 'apache', title: 'Apache', language: 'apache' },
    {
      text: [
        `# In the VirtualHost of ${domain}. Needs: a2enmod proxy proxy_http ssl headers`,
        ...tls,
        '<Location "/.well-known/ucp">',
        `    ProxyPass "${manifestUrl}"`,
        '    RequestHeader unset Cookie',
        '    RequestHeader unset Authorization',
        '</Location>',
      ].join('\n'),
      note: `${FRESH} Not possible in .htaccess; ask your host, or use the redirect.`,
    },
    {
      title: 'Apache (.htaccess)',
      text: [
        '# At the very top of .htaccess, above “# BEGIN WordPress”.',
        '<IfModule mod_rewrite.c>',
        'RewriteEngine On',
        `RewriteRule "^\\.well-known/ucp$" "${rewritten}" [R=302,L,NE]`,
        '</IfModule>',
      ].join('\n'),
      note: FOLLOWED,
    },
  );
}

function buildCaddyRecipes({ manifestUrl, domain }: At): Recipe[] {
  const { origin, host, pathname } = new URL(manifestUrl);
  return buildBothRecipes(
    { id: 'caddy', title: 'Caddy', language: 'text' },
    {
      text: [
        `# In the site block of ${domain}.`,
        'handle /.well-known/ucp {',
        `    rewrite * "${pathname}"`,
        `    reverse_proxy "${origin}" {`,
        `        header_up Host "${host}"`,
        '        header_up -Cookie',
        '        header_up -Authorization',
        '    }',
        '}',
      ].join('\n'),
      note: FRESH,
    },
    {
      text: `# In the site block of ${domain}.\nredir /.well-known/ucp "${manifestUrl}" 302`,
      note: FOLLOWED,
    },
  );
}

function buildCloudflareRecipes({ manifestUrl, domain }: At): Recipe[] {
  const worker = `// A Worker with the route ${domain}/.well-known/ucp
export default {
  async fetch() {
    const answer = await fetch(${JSON.stringify(manifestUrl)}, { cf: { cacheEverything: true, cacheTtl: 60 } });
    return new Response(answer.body, {
      status: answer.status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": answer.ok ? "public, max-age=300" : "no-store",
        "access-control-allow-origin": "*",
      },
    });
  },
};`;
  const rule = `Rules → Redirect Rules → Create rule
  If:      http.request.uri.path eq "/.well-known/ucp"
  Then:    Static, URL: ${manifestUrl}
  Status:  302, without the query string`;
  return buildBothRecipes(
    { id: 'cloudflare', title: 'Cloudflare Worker', language: 'javascript' },
    { text: worker, note: `${FRESH} The domain’s DNS record must be proxied (orange cloud).` },
    { title: 'Cloudflare redirect rule', language: 'text', text: rule, note: FOLLOWED },
  );
}

function buildVercelRecipes({ manifestUrl }: At): Recipe[] {
  const source = '/.well-known/ucp';
  const toJson = (config: object) => JSON.stringify(config, null, 2);
  const place = 'Merge into vercel.json of the project and deploy.';
  return buildBothRecipes(
    { id: 'vercel', title: 'Vercel rewrite', language: 'json' },
    { text: toJson({ rewrites: [{ source, destination: manifestUrl }] }), note: `${FRESH} ${place}` },
    {
      title: 'Vercel redirect',
      text: toJson({ redirects: [{ source, destination: manifestUrl, statusCode: 302 }] }),
      note: `${FOLLOWED} ${place}`,
    },
  );
}
