import bundle from 'virtual:scalar';

interface Scalar {
  createApiReference(selector: string, configuration: object): void;
}

declare global {
  interface Window {
    Scalar: Scalar;
  }
}

/** Languages other than curl, JavaScript and Python, and other clients of these three. */
const HIDDEN_CLIENTS = {
  ...Object.fromEntries(
    'c clojure csharp dart fsharp go http java julia kotlin node objc ocaml php powershell r ruby rust swift'
      .split(' ')
      .map((language) => [language, true]),
  ),
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
  shell: ['httpie', 'wget'],
};

/** Starts the reference without anything that would call another host. */
function show(): void {
  window.Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    // Try-it calls the host of this page, since the policy forbids any other.
    servers: [{ url: window.location.origin }],
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'json',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: HIDDEN_CLIENTS,
  });
}

const script = document.createElement('script');
script.src = bundle;
script.addEventListener('load', show);
document.head.append(script);
